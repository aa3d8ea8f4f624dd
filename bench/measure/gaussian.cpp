#include "measure/gaussian.hpp"

namespace tkl::bench {

GaussianSvm::GaussianSvm(const Settings& settings, const Dataset& data, const Model& scaling)
    : rows_(scaling.feature_scaler.transform(data.points)) {
  const bool classification = data.task == Task::classification;
  const Matrix x = scaling.feature_scaler.transform(data.points);
  const double variance = (x.array() - x.mean()).square().mean();
  svm_parameter parameter = libsvm_parameter(classification, settings.cost, settings.tube);
  parameter.kernel_type = RBF;
  parameter.gamma = 1.0 / (static_cast<double>(x.cols()) * variance);
  const Vector y = make_problem(settings, data, scaling).y;
  const Stopwatch stopwatch;
  model_ = libsvm_train(rows_, y, parameter);
  seconds_ = stopwatch.seconds();
}

Vector GaussianSvm::predict(const LibsvmRows& points) const {
  Vector values(points.size());
  for (Index i = 0; i < values.size(); ++i) values(i) = svm_predict(model_.get(), points.row(i));
  return values;
}

}  // namespace tkl::bench
