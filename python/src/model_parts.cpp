#include "model_parts.hpp"

#include <string>
#include <vector>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/tessellated.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

std::string text(std::string_view words) { return std::string(words); }

/// One row a machine, one column a support vector, zero where a machine does not use it.
Matrix dual_coefficients(const Model& model) {
  Matrix coefficients = Matrix::Zero(static_cast<Index>(model.machines.size()),
                                     static_cast<Index>(model.support.size()));
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    const Machine& machine = model.machines[k];
    coefficients(static_cast<Index>(k), machine.support) = machine.weights.transpose();
  }
  return coefficients;
}

Vector intercepts(const Model& model) {
  Vector values(static_cast<Index>(model.machines.size()));
  for (Index k = 0; k < values.size(); ++k) {
    values(k) = model.machines[static_cast<std::size_t>(k)].intercept;
  }
  return values;
}

/// A diagonal P is a vector.
py::object shaped(const Matrix& P) {
  if (P.cols() == 1 && P.rows() > 1) return py::cast(Vector(P));
  return py::cast(P);
}

/// P of the one machine, or a list of those of several.
py::object parameters(const Model& model) {
  if (model.machines.size() == 1) return shaped(model.machines.front().P);
  py::list all;
  for (const Machine& machine : model.machines) all.append(shaped(machine.P));
  return all;
}

}  // namespace

py::dict support_of(const Model& model) {
  // In the units of the target, so that K(X, support_vectors) · coefficients + intercept predicts.
  const double scale = model.target_scaler.scale();
  py::dict parts;
  parts["support"] = Eigen::Matrix<Index, Eigen::Dynamic, 1>(
      Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>>(model.support.data(),
                                                                std::ssize(model.support)));
  parts["support_vectors"] = model.support_vectors;
  parts["dual_coef"] = Matrix(scale * dual_coefficients(model));
  parts["intercept"] = Vector((scale * intercepts(model)).array() + model.target_scaler.mean());
  parts["P"] = parameters(model);
  return parts;
}

py::dict kernel_of(const Model& model) {
  py::dict kernel;
  if (const auto* family = dynamic_cast<const Tessellated*>(model.family.get())) {
    const TessellatedOptions& options = family->options();
    kernel["family"] = options.reflected ? "reflected" : "tessellated";
    kernel["degree"] = options.degree;
    kernel["basis"] = options.basis == Basis::full ? "full" : "x";
    kernel["lower"] = options.box.lower;
    kernel["upper"] = options.box.upper;
    kernel["tau"] = options.tau;
  } else if (const auto* list = dynamic_cast<const KernelList*>(model.family.get())) {
    const KernelListOptions& options = list->options();
    std::vector<std::string> names;
    for (const FixedKernel& fixed : options.kernels) names.push_back(to_string(fixed));
    kernel["family"] =
        names.size() == 1 ? text(to_string(options.kernels.front().kind)) : "kernels";
    kernel["kernels"] = names;
    kernel["feature_scale"] = options.feature_scale;
    kernel["tau"] = options.tau;
  } else if (const auto* polynomial = dynamic_cast<const Polynomial*>(model.family.get())) {
    kernel["family"] = "polynomial";
    kernel["degree"] = polynomial->options().degree;
    kernel["tau"] = polynomial->options().tau;
  }
  kernel["warp"] = !model.feature_scaler.curvature().isZero(0.0);
  kernel["axes"] = text(to_string(model.feature_scaler.axes()));
  kernel["code_features"] = features_of(model.feature_scaler.codes());
  kernel["cost"] = model.cost;
  kernel["loss"] = text(to_string(model.loss));
  if (model.task == Task::regression) kernel["tube"] = model.tube;
  return kernel;
}

py::list companions_of(const Model& model) {
  py::list companions;
  for (const Model& other : model.companions) {
    py::dict parts = kernel_of(other);
    parts["share"] = other.share;
    parts["gap"] = other.certificate.relative_gap();
    companions.append(parts);
  }
  return companions;
}

py::dict certificate_of(const Model& model) {
  const ModelCertificate& certificate = model.certificate;
  const auto size = std::ssize(certificate.history);
  Eigen::VectorXi iteration(size);
  Vector upper(size);
  Vector lower(size);
  for (Index i = 0; i < size; ++i) {
    const Bounds& bounds = certificate.history[static_cast<std::size_t>(i)];
    iteration(i) = bounds.iteration;
    upper(i) = bounds.upper;
    lower(i) = bounds.lower;
  }
  py::dict parts;
  parts["status"] = text(to_string(certificate.status));
  parts["upper"] = certificate.upper;
  parts["lower"] = certificate.lower;
  parts["relative_gap"] = certificate.relative_gap();
  parts["tolerance"] = certificate.tolerance;
  parts["inner_solves"] = certificate.inner_solves;
  py::dict history;
  history["iteration"] = iteration;
  history["upper"] = upper;
  history["lower"] = lower;
  parts["history"] = history;
  return parts;
}

py::object search_of(const Model& model) {
  if (!model.search) return py::none();
  const SearchRecord& search = *model.search;
  py::list points;
  for (const SearchPoint& point : search.points) {
    py::dict row;
    row["warp"] = point.warp;
    row["axes"] = text(to_string(point.axes));
    row["code_features"] = point.codes;
    row["family"] = text(to_string(point.family));
    row["degree"] = point.degree;
    row["scale"] = point.scale;
    row["per_feature"] = point.per_feature;
    row["tau"] = point.tau;
    row["loss"] = text(to_string(point.loss));
    row["cost"] = point.cost;
    row["tube"] = point.tube;
    row["mean"] = point.mean;
    row["deviation"] = point.deviation;
    row["seconds"] = point.seconds;
    row["folds"] = point.folds;
    points.append(row);
  }
  py::dict parts;
  parts["metric"] = text(to_string(search.metric));
  parts["larger_is_better"] = larger_is_better(search.metric);
  parts["points"] = points;
  parts["chosen"] = search.chosen;
  std::vector<std::size_t> members;
  for (const SearchMember& member : search.members) members.push_back(member.point);
  parts["members"] = members;
  parts["reached"] = search.reached;
  parts["expected"] = search.expected;
  parts["folds"] = search.folds;
  parts["rows"] = search.rows;
  parts["seconds"] = search.seconds;
  parts["status"] = text(to_string(search.status));
  return parts;
}

}  // namespace tkl::python
