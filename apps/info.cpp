#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>

#include "info_json.hpp"
#include "report_json.hpp"
#include "tkl/describe.hpp"
#include "tkl/error.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/model.hpp"
#include "tkl/spectrum.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

void line(const std::string& name, const std::string& value) {
  constexpr std::size_t width = 18;
  std::cout << name << std::string(width - std::min(width - 1, name.size()), ' ') << value << '\n';
}

void print_target(const Model& model) {
  line("task", std::string(to_string(model.task)));
  line("target", quote(model.target_name));
  if (model.task == Task::classification) {
    if (model.classes.size() == 2) {
      line("classes",
           quote(model.classes[0]) + " (negative), " + quote(model.classes[1]) + " (positive)");
    } else {
      std::string list;
      for (const std::string& name : model.classes)
        list += (list.empty() ? "" : ", ") + quote(name);
      line("classes", list);
    }
    line("probabilities", model.calibration ? "calibrated on held-out rows" : "none");
    return;
  }
  line("target scaling", model.raw_target ? "none"
                                          : "mean " + format_number(model.target_scaler.mean()) +
                                                ", standard deviation " +
                                                format_number(model.target_scaler.scale()));
}

void print_intervals(const Model& model) {
  if (model.task != Task::regression || model.held_out_errors.size() == 0) return;
  constexpr double usual = 0.9;
  line("90% intervals", "+- " + short_number(model.interval_radius(usual)) + ", from " +
                            std::to_string(model.held_out_errors.size()) + " held-out errors");
}

/// Columns that are more than the number they hold.
void print_recipe(const Model& model) {
  constexpr std::size_t most = 8;
  for (const ColumnRecipe& column : model.recipe) {
    if (column.fill) {
      line("  recipe", quote(column.name) + ": missing values become " +
                           format_number(*column.fill) + ", and are marked");
    }
    if (!column.is_categorical()) continue;
    std::string list;
    for (std::size_t k = 0; k < std::min(most, column.levels.size()); ++k) {
      list += (k == 0 ? "" : ", ") + quote(column.levels[k]);
    }
    if (column.levels.size() > most) list += ", ...";
    line("  recipe", quote(column.name) + ": a feature for each of " +
                         std::to_string(column.levels.size()) + " levels (" + list +
                         "); unknown ones are like none");
  }
}

/// Of a feature that is taken for a code, and not only for a quantity.
std::string levels_of(const FeatureScaler& scaler, Index feature) {
  const std::size_t levels = scaler.coordinates_of(feature).size() - 1;
  return levels == 0 ? "" : ", and a coordinate for each of " + std::to_string(levels) + " levels";
}

void print_features(const Model& model) {
  line("features", std::to_string(model.features()));
  print_recipe(model);
  for (Index j = 0; j < model.features(); ++j) {
    line("  " + std::to_string(j + 1),
         quote(model.feature_names[static_cast<std::size_t>(j)]) + " from " +
             format_number(model.feature_scaler.minimum()(j)) + " to " +
             format_number(model.feature_scaler.maximum()(j)) +
             (model.feature_scaler.curvature()(j) == 0.0 ? "" : ", warped") +
             levels_of(model.feature_scaler, j));
  }
}

/// What one axis takes of the features, each scaled to [0, 1]: the largest parts first.
std::string mixture_of(const Vector& parts, const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  if (parts.isZero(0.0)) return "nothing varies along it";
  std::vector<Index> order(names.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(parts(a)) > std::abs(parts(b)); });
  std::string text;
  for (std::size_t k = 0; k < std::min(most, order.size()); ++k) {
    text += (k == 0 ? "" : " ") + printf_text("%+.3g", parts(order[k])) + " " +
            quote(names[static_cast<std::size_t>(order[k])]);
  }
  return order.size() > most ? text + " ..." : text;
}

void print_axes(const Model& model) {
  const Matrix& turn = model.feature_scaler.turn();
  for (Index k = 0; k < turn.cols(); ++k) {
    line("  axis " + std::to_string(k + 1),
         mixture_of(turn.col(k).head(model.features()), model.feature_names));
  }
}

void print_kernel(const Model& model) {
  const FeasibleSet& set = model.family->feasible_set();
  const bool turned = model.feature_scaler.axes() == Axes::principal;
  line("kernel", describe_family(*model.family) + (turned ? ", along principal axes" : ""));
  print_axes(model);
  if (const auto* list = dynamic_cast<const KernelList*>(model.family.get())) {
    const std::size_t learned = model.machines.size() == 1 ? list->options().kernels.size() : 0;
    for (std::size_t k = 0; k < learned; ++k) {
      line("  weight", short_number(model.machines.front().P(static_cast<Index>(k), 0)) + " of " +
                           tkl::to_string(list->options().kernels[k]));
    }
  }
  line("kernel units", model.raw_kernel ? "raw: the paper's" : "normalised on the training data");
  line("kernel scale", format_number(scale_of(*model.family)));
  line("basis functions", std::to_string(set.size()));
}

void print_spectrum(const Model& model) {
  constexpr Index shown = 6;
  if (model.machines.size() > 1) {
    line("machines",
         std::to_string(model.machines.size()) + (model.machines.front().negative == Machine::rest
                                                      ? ", one for each class against the rest"
                                                      : ", one for each pair of classes"));
    return;
  }
  const Matrix& P = model.machines.front().P;
  const Spectrum spectrum = spectrum_of(*model.family, P);
  line("P", (spectrum.diagonal ? std::to_string(P.rows()) + " weights"
                               : std::to_string(P.rows()) + " x " + std::to_string(P.cols())) +
                ", trace " + short_number(spectrum.trace));
  if (spectrum.values.size() == 0) {
    line("  eigenvalues", "not computed: P is large");
    return;
  }
  std::string list;
  for (Index i = 0; i < std::min(shown, spectrum.values.size()); ++i) {
    list += (i == 0 ? "" : ", ") + short_number(spectrum.values(i));
  }
  if (spectrum.values.size() > shown) {
    list += ", ..., " + short_number(spectrum.values(spectrum.values.size() - 1));
  }
  line("  eigenvalues", list);
  line("  learned", std::to_string(spectrum.above_floor) + " of " +
                        std::to_string(spectrum.values.size()) +
                        " directions (eigenvalues above 2 tau)");
  if (dynamic_cast<const Tessellated*>(model.family.get()) != nullptr) {
    line("  universal", spectrum.positive ? "yes: P > 0" : "no: P is singular");
  }
}

void print_training(const Model& model) {
  line("cost", format_number(model.cost) + (model.raw_kernel ? " (raw units)" : ""));
  line("loss", std::string(to_string(model.loss)));
  if (model.task == Task::regression) {
    line("tube",
         format_number(model.tube) + (model.raw_target ? " (in the target's units)"
                                                       : " standard deviations of the target"));
  }
  line("training rows", std::to_string(model.training_rows));
  line("support vectors", describe_support_vectors(model));
  if (model.machines.size() == 1) {
    line("intercept", format_number(model.machines.front().intercept));
  }
  print_intervals(model);
}

void print_certificate(const Model& model) {
  const ModelCertificate& certificate = model.certificate;
  line("certificate", describe_certificate(model));
  line("  status", std::string(to_string(certificate.status)));
  line("  objective", format_number(certificate.upper));
  line("  lower bound", format_number(certificate.lower));
  line("  relative gap", printf_text("%.3e", certificate.relative_gap()));
  line("  tolerance", short_number(certificate.tolerance));
  line("  method", std::string(to_string(certificate.method)));
  line("  iterations", std::to_string(outer_iterations(certificate)));
  line("  SVM solves", std::to_string(certificate.inner_solves));
}

std::string positions_of(const std::vector<Index>& features) {
  std::string text;
  for (const Index position : counted_from_one(features)) {
    text += (text.empty() ? "" : " ") + std::to_string(position);
  }
  return text;
}

void print_search(const Model& model) {
  if (!model.search) {
    throw Error("no search was made for this model: its settings were given or defaults");
  }
  const SearchRecord& search = *model.search;
  std::cout
      << "point,warp,axes,codes,family,degree,scale,per_feature,tau,loss,cost,tube,mean,sd,seconds,"
         "folds,status\n";
  for (std::size_t k = 0; k < search.points.size(); ++k) {
    const SearchPoint& point = search.points[k];
    const bool member = std::any_of(search.members.begin(), search.members.end(),
                                    [k](const SearchMember& m) { return m.point == k; });
    const std::string_view status = member ? "chosen" : search.outcome_of(point);
    std::cout << k + 1 << ',' << (point.warp ? "yes" : "no") << ',' << to_string(point.axes) << ','
              << positions_of(point.codes) << ',' << to_string(point.family) << ',' << point.degree
              << ',' << short_number(point.scale) << ',' << (point.per_feature ? "yes" : "no")
              << ',' << short_number(point.tau) << ',' << to_string(point.loss) << ','
              << short_number(point.cost) << ',' << short_number(point.tube) << ','
              << short_number(point.mean) << ',' << short_number(point.deviation) << ','
              << printf_text("%.3f", point.seconds) << ',' << point.folds << ',' << status << '\n';
  }
}

/// In one line, or two.
void print_found(const SearchRecord& search) {
  const SearchPoint& chosen = search.points[search.chosen];
  if (chosen.folds == 0) {
    line("search", "stopped before the first result");
    return;
  }
  const bool complete = chosen.folds == search.folds;
  line("search", std::to_string(search.points.size()) + " settings; " +
                     std::string(to_string(search.metric)) + " " +
                     short_number(search.members.size() > 1 ? search.reached : chosen.mean) +
                     (complete ? ", corrected for the choice " + short_number(search.expected)
                               : ", stopped early"));
  if (search.found_nothing()) line("chosen", describe_settings(chosen));
}

void print_history(const ModelCertificate& certificate) {
  std::cout << "iteration,upper,lower,relative_gap\n";
  for (const Bounds& bounds : certificate.history) {
    std::cout << bounds.iteration << ',' << format_number(bounds.upper) << ','
              << format_number(bounds.lower) << ',' << format_number(bounds.relative_gap()) << '\n';
  }
}

}  // namespace

int info(const Arguments& arguments) {
  std::string file;
  bool history = false;
  bool search = false;
  bool json = false;
  Command command("info", "Shows what is in a model: data, kernel, parameters, certificate.",
                  "Example:\n  tkl info spirals.tkl");
  command.argument("model", file, "file that tkl train has written", true);
  command.flag("--history", history, "only the bounds of each iteration, as CSV");
  command.flag("--search", search, "only the settings that the search tried, as CSV");
  command.flag("--json", json, "everything as one JSON object, P and history too");
  if (!command.parse(arguments)) return exit_code::ok;
  if ((history || search) && json) {
    throw UsageError("--json has everything; leave out --history and --search");
  }
  if (history && search) throw UsageError("--history and --search exclude each other");
  const Model model = load_model(file);
  const auto bytes = serialise(model).size();
  if (json) {
    print_info_json(model, bytes);
    return exit_code::ok;
  }
  if (history) {
    print_history(model.certificate);
    return exit_code::ok;
  }
  if (search) {
    print_search(model);
    return exit_code::ok;
  }
  line("model", file + " (" + std::to_string(bytes) + " bytes, written by tkl " +
                    model.library_version + ")");
  print_target(model);
  print_features(model);
  if (!model.companions.empty()) {
    line("models", std::to_string(model.companions.size() + 1) +
                       ", of which the mean is taken; the first has a share of " +
                       short_number(model.share));
  }
  print_kernel(model);
  print_spectrum(model);
  print_training(model);
  if (model.search && !model.search->points.empty()) print_found(*model.search);
  print_certificate(model);
  for (const Model& other : model.companions) {
    std::cout << "--- another model, with a share of " << short_number(other.share) << '\n';
    print_kernel(other);
    print_spectrum(other);
    print_training(other);
    print_certificate(other);
  }
  return exit_code::ok;
}

}  // namespace tkl::cli
