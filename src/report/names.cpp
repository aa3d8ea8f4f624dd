#include "report/names.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/monomials.hpp"
#include "tkl/describe.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::report {

namespace {

std::string monomial_name(const Eigen::RowVectorXi& exponents,
                          const std::vector<std::string>& features) {
  std::string text;
  for (Index l = 0; l < exponents.size(); ++l) {
    if (exponents(l) == 0) continue;
    if (!text.empty()) text += " · ";
    text += features[static_cast<std::size_t>(l)];
    if (exponents(l) > 1) text += "^" + std::to_string(exponents(l));
  }
  return text.empty() ? "1" : text;
}

std::vector<std::string> coordinate_names(const Model& model) {
  std::vector<std::string> names = model.feature_names;
  if (model.feature_scaler.axes() == Axes::principal) {
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = "axis " + std::to_string(k + 1);
  }
  for (const Code& code : model.feature_scaler.codes()) {
    for (const double level : code.levels) {
      names.push_back(model.feature_names[static_cast<std::size_t>(code.feature)] + "=" +
                      format_number(level));
    }
  }
  return names;
}

std::vector<std::string> monomial_names(const Model& model, int degree) {
  const std::vector<std::string> coordinates = coordinate_names(model);
  const Eigen::MatrixXi exponents = monomial_exponents(std::ssize(coordinates), degree);
  std::vector<std::string> names;
  for (Index j = 0; j < exponents.rows(); ++j) {
    names.push_back(monomial_name(exponents.row(j), coordinates));
  }
  return names;
}

std::vector<std::string> tessellated_names(const Model& model, const TessellatedOptions& options) {
  std::vector<std::string> names;
  if (options.basis == Basis::full) return names;
  for (const char* side : {", above", ", below"}) {
    for (const std::string& name : monomial_names(model, options.degree)) {
      names.push_back(name + side);
    }
  }
  return names;
}

std::string list_name(const KernelListOptions& options) {
  if (options.kernels.size() > 1) {
    return "mixture of " + std::to_string(options.kernels.size()) + " kernels";
  }
  switch (options.kernels.front().kind) {
    case FixedKernel::Kind::gaussian: return "Gaussian kernel";
    case FixedKernel::Kind::matern: return "Matérn kernel";
    case FixedKernel::Kind::polynomial: return "polynomial kernel";
  }
  return "kernel";
}

}  // namespace

std::string kernel_name(const Model& model) {
  if (const auto* family = dynamic_cast<const Tessellated*>(model.family.get())) {
    const TessellatedOptions& options = family->options();
    return (options.reflected ? "reflected tessellated kernel of degree "
                              : "tessellated kernel of degree ") +
           std::to_string(options.degree);
  }
  if (const auto* list = dynamic_cast<const KernelList*>(model.family.get())) {
    return list_name(list->options());
  }
  if (const auto* polynomial = dynamic_cast<const Polynomial*>(model.family.get())) {
    return "polynomial kernel of degree " + std::to_string(polynomial->options().degree);
  }
  return "kernel";
}

std::vector<std::string> function_names(const Model& model) {
  const auto size = static_cast<std::size_t>(model.family->feasible_set().size());
  std::vector<std::string> names;
  if (const auto* family = dynamic_cast<const Tessellated*>(model.family.get())) {
    names = tessellated_names(model, family->options());
  } else if (const auto* list = dynamic_cast<const KernelList*>(model.family.get())) {
    for (const FixedKernel& kernel : list->options().kernels) names.push_back(to_string(kernel));
  } else if (const auto* polynomial = dynamic_cast<const Polynomial*>(model.family.get())) {
    names = monomial_names(model, polynomial->options().degree);
  }
  names.resize(size);
  return names;
}

std::string machine_name(const Model& model, const Machine& machine) {
  if (model.task == Task::regression || model.machines.size() == 1) return {};
  const std::string& positive = model.classes[static_cast<std::size_t>(machine.positive)];
  if (machine.negative == Machine::rest) return positive + " against the rest";
  return positive + " against " + model.classes[static_cast<std::size_t>(machine.negative)];
}

std::string count_of(Index count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? " and " : ", ";
    text += words[k];
  }
  return text;
}

std::string in_words(double value) {
  constexpr double readable = 1e6;
  const double size = std::abs(value);
  if (size >= 100.0 && size < readable) return printf_text("%.0f", value);
  return printf_text("%.3g", value);
}

std::string gap_in_words(double gap) {
  constexpr double least = 1e-3;  // percent
  const double value = std::max(100.0 * gap, least);
  const double digit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return printf_text("%.2g%%", std::ceil(value / digit * (1.0 - 1e-12)) * digit);
}

bool has_learned_kernel(const Model& model) {
  const FeasibleSet& set = model.family->feasible_set();
  return set.dimension() > 1 && set.tau() < 1.0;
}

std::string percent(double share) {
  const double value = 100.0 * share;
  // Never a round 100% or 0% for what is not quite so.
  if (value < 100.0 && value > 99.9) return "more than 99.9%";
  if (value > 0.0 && value < 0.1) return "less than 0.1%";
  return printf_text(value >= 99.95 || value == std::round(value) ? "%.0f%%" : "%.1f%%", value);
}

}  // namespace tkl::report
