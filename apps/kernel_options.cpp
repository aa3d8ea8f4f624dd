#include "kernel_options.hpp"

#include <algorithm>

#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl::cli {

namespace {

/// "0.5" or "0.5,1,2".
Vector parse_numbers(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = parse_number(text.substr(begin, end - begin));
    if (!number) {
      throw UsageError("expected a number, or one for each feature separated by commas, not " +
                       quote(text));
    }
    numbers.push_back(*number);
    begin = end + 1;
  }
  return Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size()));
}

Box& box_of(FitOptions& options) { return options.box ? *options.box : options.box.emplace(); }

std::vector<FixedKernel> parse_kernels(const std::string& text) {
  try {
    return parse_kernel_list(text);
  } catch (const Error& error) {
    throw UsageError(error.what());
  }
}

void settle_family(const Command& command, FitOptions& options) {
  const bool lists_kernels = command.given("--kernels");
  if (lists_kernels && !command.given("--family")) options.family = Family::kernels;
  if (lists_kernels && options.family != Family::kernels) {
    throw UsageError("--kernels needs --family kernels, not " +
                     std::string(to_string(options.family)));
  }
  if (!lists_kernels && options.family == Family::kernels) {
    throw UsageError(
        "--family kernels needs the list of kernels, for example --kernels "
        "gaussian:0.5,polynomial:2");
  }
}

void refuse_options_of_other_families(const Command& command, const FitOptions& options) {
  const std::string family(to_string(options.family));
  const bool tessellated =
      options.family == Family::tessellated || options.family == Family::reflected;
  for (const char* name : {"--bound", "--lower", "--upper"}) {
    if (!tessellated && command.given(name)) {
      throw UsageError(std::string(name) + " belongs to the tessellated family, not to " + family);
    }
  }
  if (options.family != Family::tessellated && command.given("--basis")) {
    throw UsageError("--basis belongs to the tessellated family, not to " + family);
  }
  if (!is_radial(options.family) && command.given("--width")) {
    throw UsageError("--width belongs to the families gaussian and matern, not to " + family);
  }
  if (options.family == Family::kernels && command.given("--degree")) {
    throw UsageError(
        "--degree has no meaning for a list of kernels; write polynomial:DEGREE there");
  }
  if (is_radial(options.family) && command.given("--degree")) {
    throw UsageError("--degree has no meaning for the family " + family);
  }
}

void check_box(const Command& command, const FitOptions& options) {
  if (!options.box) return;
  if (command.given("--bound")) throw UsageError("--bound and --lower/--upper exclude each other");
  if (!command.given("--lower") || !command.given("--upper")) {
    throw UsageError("--lower and --upper must be given together");
  }
  const Vector& lower = options.box->lower;
  const Vector& upper = options.box->upper;
  if (lower.size() != upper.size() && lower.size() != 1 && upper.size() != 1) {
    throw UsageError("--lower has " + std::to_string(lower.size()) + " numbers but --upper has " +
                     std::to_string(upper.size()));
  }
  for (Index i = 0; i < std::max(lower.size(), upper.size()); ++i) {
    if (lower(lower.size() == 1 ? 0 : i) >= upper(upper.size() == 1 ? 0 : i)) {
      throw UsageError("every number of --lower must be less than that of --upper");
    }
  }
}

}  // namespace

void add_kernel_options(Command& command, FitOptions& options) {
  constexpr Range fraction{0.0, 1.0, false, "a number from 0 to 1"};
  constexpr int largest_degree = 100;
  command.section("Kernel");
  command.choice<bool>("--warp", options.warp, {{"no", false}, {"yes", true}},
                       "draw out the crowded ends of skewed features, by a\nlogarithm");
  command.choice<Axes>("--axes", options.axes,
                       {{"features", Axes::features}, {"principal", Axes::principal}},
                       "what the kernel sees: every feature, or uncorrelated\nmixtures of them");
  command.choice<Family>("--family", options.family,
                         {{"tessellated", Family::tessellated},
                          {"tk", Family::tessellated},
                          {"reflected", Family::reflected},
                          {"gaussian", Family::gaussian},
                          {"matern", Family::matern},
                          {"polynomial", Family::polynomial},
                          {"kernels", Family::kernels}},
                         "set of kernels to learn from");
  command.whole_number("-d,--degree", options.degree, 0, largest_degree,
                       "of the tessellated, reflected or polynomial kernel");
  command.choice<Basis>("--basis", options.basis, {{"x", Basis::x}, {"full", Basis::full}},
                        "monomials of the tessellated kernel, in the point alone\n"
                        "or in the integration variable too");
  command.number(
      "--bound", options.bound, positive,
      "the tessellated kernel's box is [-bound, 1+bound] in\nevery feature, scaled to [0, 1]");
  command.option("--width", "LIST",
                 "of the gaussian or matern kernel, in scaled features,\n"
                 "in units of the root of their number; one number, or\n"
                 "one a feature (with --axes principal: an axis),\n"
                 "separated by commas",
                 [&](const std::string& text) {
                   const Vector widths = parse_numbers(text);
                   if (!(widths.array() > 0.0).all()) {
                     throw UsageError("expected a positive number, not \"" + text + "\"");
                   }
                   if (widths.size() == 1) {
                     options.width = widths(0);
                   } else {
                     options.widths = widths;
                   }
                 });
  command.option("--lower", "LIST",
                 "instead of --bound: the box itself, in scaled units;\n"
                 "one number, or one a feature (with --axes principal:\n"
                 "an axis) separated by commas",
                 [&](const std::string& text) { box_of(options).lower = parse_numbers(text); });
  command.option("--upper", "LIST", "the other end of the box",
                 [&](const std::string& text) { box_of(options).upper = parse_numbers(text); });
  command.option("--kernels", "LIST",
                 "weigh these fixed kernels: gaussian:WIDTH,\n"
                 "matern:WIDTH or polynomial:DEGREE, with @N for\n"
                 "feature N only, separated by commas",
                 [&](const std::string& text) { options.kernels = parse_kernels(text); });
  command.number("--tau", options.tau, fraction,
                 "least eigenvalue of P, from 0 to 1: more is smoother;\n1 learns no kernel");
  command.choice<Multiclass>("--multiclass", options.multiclass,
                             {{"ovo", Multiclass::one_vs_one}, {"ovr", Multiclass::one_vs_rest}},
                             "several classes: a machine for each pair of them, or for\n"
                             "each against the rest");
  command.flag("--shared-kernel", options.shared_kernel,
               "several classes: one P for all machines, not one each");
  command.flag("--raw-kernel", options.raw_kernel,
               "do not normalise the kernel: the paper's setting");
}

void settle_box(FitOptions& options, Index features) {
  if (!options.box) return;
  const auto spread = [features](Vector& side, const std::string& name) {
    if (side.size() == 1) side = Vector::Constant(features, side(0));
    if (side.size() == features) return;
    throw UsageError(name + " has " + std::to_string(side.size()) + " numbers, but the data have " +
                     std::to_string(features) + " features");
  };
  spread(options.box->lower, "--lower");
  spread(options.box->upper, "--upper");
}

void settle_kernel_options(const Command& command, FitOptions& options) {
  settle_family(command, options);
  refuse_options_of_other_families(command, options);
  check_box(command, options);
}

}  // namespace tkl::cli
