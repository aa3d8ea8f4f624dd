#include "info_json.hpp"

#include <nlohmann/json.hpp>

#include "report_json.hpp"
#include "tkl/describe.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/spectrum.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::cli {

using nlohmann::ordered_json;

namespace {

/// Empty unless the feature is taken for a code, too.
Vector levels_of(const FeatureScaler& scaler, Index feature) {
  for (const Code& code : scaler.codes()) {
    if (code.feature == feature) return code.levels;
  }
  return {};
}

ordered_json features_to_json(const Model& model) {
  ordered_json list = ordered_json::array();
  for (Index j = 0; j < model.features(); ++j) {
    list.push_back({{"name", model.feature_names[static_cast<std::size_t>(j)]},
                    {"minimum", model.feature_scaler.minimum()(j)},
                    {"maximum", model.feature_scaler.maximum()(j)},
                    {"curvature", model.feature_scaler.curvature()(j)},
                    {"levels", to_json(levels_of(model.feature_scaler, j))}});
  }
  return list;
}

ordered_json recipe_to_json(const Recipe& recipe) {
  ordered_json list = ordered_json::array();
  for (const ColumnRecipe& column : recipe) {
    list.push_back({{"name", column.name},
                    {"levels", column.levels},
                    {"fill", column.fill ? ordered_json(*column.fill) : ordered_json()}});
  }
  return list;
}

ordered_json family_to_json(const KernelFamily& family) {
  ordered_json object;
  if (const auto* tessellated = dynamic_cast<const Tessellated*>(&family)) {
    const TessellatedOptions& options = tessellated->options();
    object["family"] = options.reflected ? "reflected" : "tessellated";
    object["degree"] = options.degree;
    object["basis"] = options.basis == Basis::full ? "full" : "x";
    object["lower"] = to_json(options.box.lower);
    object["upper"] = to_json(options.box.upper);
    object["function_scale"] = to_json(options.function_scale);
  } else if (const auto* polynomial = dynamic_cast<const Polynomial*>(&family)) {
    object["family"] = "polynomial";
    object["degree"] = polynomial->options().degree;
  } else if (const auto* list = dynamic_cast<const KernelList*>(&family)) {
    object["family"] = "kernels";
    object["feature_scale"] = to_json(list->options().feature_scale);
    object["kernels"] = ordered_json::array();
    for (const FixedKernel& kernel : list->options().kernels) {
      object["kernels"].push_back({{"kernel", tkl::to_string(kernel)}, {"factor", kernel.factor}});
    }
  }
  object["scale"] = scale_of(family);
  object["tau"] = family.feasible_set().tau();
  object["basis_functions"] = family.feasible_set().size();
  return object;
}

ordered_json machines_to_json(const Model& model) {
  ordered_json list = ordered_json::array();
  for (const Machine& machine : model.machines) {
    const Spectrum spectrum = spectrum_of(*model.family, machine.P);
    ordered_json object;
    if (model.task == Task::classification) {
      object["negative"] =
          machine.negative == Machine::rest
              ? ordered_json()
              : ordered_json(model.classes.at(static_cast<std::size_t>(machine.negative)));
      object["positive"] = model.classes.at(static_cast<std::size_t>(machine.positive));
    }
    object["support"] = machine.support;
    object["weights"] = to_json(machine.weights);
    object["intercept"] = machine.intercept;
    object["trace"] = spectrum.trace;
    object["eigenvalues"] = spectrum.values.size() > 0 ? to_json(spectrum.values) : ordered_json();
    object["P"] = spectrum.diagonal ? to_json(Vector(machine.P.col(0))) : to_json(machine.P);
    list.push_back(object);
  }
  return list;
}

ordered_json certificate_to_json(const ModelCertificate& certificate) {
  ordered_json history = ordered_json::array();
  for (const Bounds& bounds : certificate.history) {
    history.push_back({{"iteration", bounds.iteration},
                       {"upper", finite_or_null(bounds.upper)},
                       {"lower", finite_or_null(bounds.lower)},
                       {"relative_gap", finite_or_null(bounds.relative_gap())}});
  }
  return {{"status", to_string(certificate.status)},
          {"objective", finite_or_null(certificate.upper)},
          {"lower_bound", finite_or_null(certificate.lower)},
          {"relative_gap", finite_or_null(certificate.relative_gap())},
          {"tolerance", certificate.tolerance},
          {"method", to_string(certificate.method)},
          {"outer_iterations", outer_iterations(certificate)},
          {"inner_solves", certificate.inner_solves},
          {"history", history}};
}

}  // namespace

namespace {

ordered_json model_to_json(const Model& model) {
  const bool regression = model.task == Task::regression;
  ordered_json object;
  object["version"] = model.library_version;
  object["task"] = to_string(model.task);
  object["target"] = model.target_name;
  object["classes"] = model.classes;
  object["features"] = features_to_json(model);
  object["axes"] = tkl::to_string(model.feature_scaler.axes());
  object["turn"] = to_json(model.feature_scaler.turn());
  object["columns"] = recipe_to_json(model.recipe);
  object["kernel"] = family_to_json(*model.family);
  object["raw_kernel"] = model.raw_kernel;
  object["raw_target"] = model.raw_target;
  object["target_mean"] = regression ? ordered_json(model.target_scaler.mean()) : ordered_json();
  object["target_scale"] = regression ? ordered_json(model.target_scaler.scale()) : ordered_json();
  object["cost"] = model.cost;
  object["loss"] = tkl::to_string(model.loss);
  object["tube"] = regression ? ordered_json(model.tube) : ordered_json();
  object["training_rows"] = model.training_rows;
  object["support_vectors"] = model.support.size();
  object["support"] = model.support;
  object["machines"] = machines_to_json(model);
  object["calibration"] = model.calibration
                              ? ordered_json{model.calibration->below(), model.calibration->above()}
                              : ordered_json();
  object["held_out_errors"] = to_json(model.held_out_errors);
  object["search"] = model.search ? search_to_json(*model.search) : ordered_json();
  object["certificate"] = certificate_to_json(model.certificate);
  object["share"] = model.share;
  object["companions"] = ordered_json::array();
  for (const Model& other : model.companions) object["companions"].push_back(model_to_json(other));
  return object;
}

}  // namespace

void print_info_json(const Model& model, std::uintmax_t bytes) {
  ordered_json object = model_to_json(model);
  object["bytes"] = bytes;
  print_json(object);
}

}  // namespace tkl::cli
