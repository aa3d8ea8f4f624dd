#include "tkl/model.hpp"

#include <string>

#include "tkl/error.hpp"

namespace tkl {

namespace {

void require_features(const Model& model, const Matrix& points) {
  if (points.cols() != model.features()) {
    throw Error("the points have " + std::to_string(points.cols()) + " features, but the model " +
                "was trained with " + std::to_string(model.features()));
  }
  if (!points.allFinite()) {
    throw Error(
        "the points have entries that are not finite numbers; the model cannot predict them");
  }
}

}  // namespace

Vector Model::decision_values(const Matrix& points, const Threads& threads) const {
  require_features(*this, points);
  if (weights.size() == 0) return Vector::Constant(points.rows(), intercept);
  const Vector values =
      family->product(P, feature_scaler.transform(points),
                      feature_scaler.transform(support_vectors), weights, threads);
  return values.array() + intercept;
}

Vector Model::predict(const Matrix& points, const Threads& threads) const {
  return predict_from(decision_values(points, threads));
}

Vector Model::predict_from(const Vector& decision_values) const {
  if (task == Task::regression) return target_scaler.inverse(decision_values);
  return (decision_values.array() > 0.0).cast<double>();
}

Matrix Model::kernel(const Matrix& x, const Matrix& y, const Threads& threads) const {
  require_features(*this, x);
  require_features(*this, y);
  return family->kernel(P, feature_scaler.transform(x), feature_scaler.transform(y), threads);
}

}  // namespace tkl
