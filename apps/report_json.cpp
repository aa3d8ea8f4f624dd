#include "report_json.hpp"

#include <cmath>
#include <iostream>

#include <nlohmann/json.hpp>

#include "tkl/describe.hpp"

namespace tkl::cli {

using nlohmann::ordered_json;

namespace {

std::string to_string(Format format) {
  switch (format) {
    case Format::csv: return "csv";
    case Format::libsvm: return "libsvm";
    case Format::automatic: break;
  }
  return "auto";
}

std::string to_string(Header header) {
  switch (header) {
    case Header::present: return "yes";
    case Header::absent: return "no";
    case Header::automatic: break;
  }
  return "auto";
}

/// The options that the family has; the others would only mislead.
void add_family(ordered_json& object, const FitOptions& options) {
  object["family"] = tkl::to_string(options.family);
  const bool box = options.family == Family::tessellated || options.family == Family::reflected;
  if (box || options.family == Family::polynomial) object["degree"] = options.degree;
  if (is_radial(options.family)) {
    object["width"] =
        options.widths.size() == 0 ? ordered_json(options.width) : to_json(options.widths);
  }
  if (box) {
    object["basis"] = options.basis == Basis::full ? "full" : "x";
    object["bound"] = options.box                  ? ordered_json()
                      : options.bounds.size() != 0 ? to_json(options.bounds)
                                                   : ordered_json(options.bound);
    object["lower"] = options.box ? to_json(options.box->lower) : ordered_json();
    object["upper"] = options.box ? to_json(options.box->upper) : ordered_json();
  }
  if (options.family == Family::kernels) {
    ordered_json kernels = ordered_json::array();
    for (const FixedKernel& kernel : options.kernels) kernels.push_back(tkl::to_string(kernel));
    object["kernels"] = kernels;
  }
  object["tau"] = options.tau;
  object["raw_kernel"] = options.raw_kernel;
}

}  // namespace

ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

ordered_json to_json(const Vector& values) {
  ordered_json list = ordered_json::array();
  for (const double value : values) list.push_back(finite_or_null(value));
  return list;
}

ordered_json to_json(const Matrix& values) {
  ordered_json rows = ordered_json::array();
  for (Index i = 0; i < values.rows(); ++i) rows.push_back(to_json(Vector(values.row(i))));
  return rows;
}

std::vector<Index> counted_from_one(std::vector<Index> features) {
  for (Index& feature : features) ++feature;
  return features;
}

ordered_json parameters_to_json(const TrainingOptions& options, Task task) {
  const FitOptions& fit = options.fit;
  ordered_json object;
  object["task"] = tkl::to_string(task);
  object["warp"] = fit.warp;
  object["axes"] = tkl::to_string(fit.axes);
  object["codes"] = counted_from_one(features_of(fit.codes));
  add_family(object, fit);
  object["cost"] = fit.cost;
  object["loss"] = tkl::to_string(fit.loss);
  object["tube"] = task == Task::regression ? ordered_json(fit.tube) : ordered_json();
  object["raw_target"] = fit.raw_target;
  object["multiclass"] = fit.multiclass == Multiclass::one_vs_rest ? "ovr" : "ovo";
  object["shared_kernel"] = fit.shared_kernel;
  object["method"] = tkl::to_string(fit.learn.method);
  object["tolerance"] = fit.learn.tolerance;
  object["max_iterations"] = fit.learn.max_iterations;
  object["time_limit"] = finite_or_null(fit.learn.time_limit);
  object["memory_limit_mb"] = fit.memory_limit / 1e6;
  object["threads"] = fit.learn.threads.count();
  object["seed"] = options.seed;
  object["target"] =
      options.dataset.target ? ordered_json(*options.dataset.target) : ordered_json();
  object["format"] = to_string(options.read.format);
  object["header"] = to_string(options.read.header);
  return object;
}

ordered_json search_to_json(const SearchRecord& search) {
  ordered_json points = ordered_json::array();
  for (const SearchPoint& point : search.points) {
    points.push_back({{"warp", point.warp},
                      {"axes", tkl::to_string(point.axes)},
                      {"codes", counted_from_one(point.codes)},
                      {"family", tkl::to_string(point.family)},
                      {"degree", point.degree},
                      {"scale", point.scale},
                      {"per_feature", point.per_feature},
                      {"tau", point.tau},
                      {"loss", tkl::to_string(point.loss)},
                      {"cost", point.cost},
                      {"tube", point.tube},
                      {"mean", finite_or_null(point.mean)},
                      {"deviation", finite_or_null(point.deviation)},
                      {"seconds", point.seconds},
                      {"folds", point.folds},
                      {"status", search.outcome_of(point)}});
  }
  ordered_json members = ordered_json::array();
  for (const SearchMember& member : search.members) {
    members.push_back({{"point", member.point}, {"share", member.share}});
  }
  return {{"strategy", to_string(search.strategy)},
          {"metric", to_string(search.metric)},
          {"folds", search.folds},
          {"seed", search.seed},
          {"rows", search.rows},
          {"chosen", search.chosen},
          {"members", members},
          {"reached", finite_or_null(search.reached)},
          {"expected", finite_or_null(search.expected)},
          {"seconds", search.seconds},
          {"status", to_string(search.status)},
          {"points", points}};
}

void print_json(const ordered_json& object) {
  constexpr int on_one_line = -1;
  std::cout << object.dump(on_one_line, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace tkl::cli
