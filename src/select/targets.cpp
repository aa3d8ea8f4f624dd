#include "select/targets.hpp"

#include "kernels/shares.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

Matrix ridge_targets(const Dataset& data) {
  if (data.task == Task::regression) {
    return TargetScaler(data.target, data.weights).transform(data.target);
  }
  if (data.classes.size() == 2) return 2.0 * data.target.array() - 1.0;
  Matrix columns = Matrix::Constant(data.rows(), static_cast<Index>(data.classes.size()), -1.0);
  for (Index i = 0; i < data.rows(); ++i) columns(i, static_cast<Index>(data.target(i))) = 1.0;
  return columns;
}

double ridge_loss(Task task, const Matrix& targets, const Matrix& predicted,
                  const Vector& weights) {
  Matrix residual = targets - predicted;
  if (task == Task::classification) {
    residual = (1.0 - targets.array() * predicted.array()).cwiseMax(0.0);
  }
  return shares(weights, targets.rows()).dot(residual.cwiseAbs2().rowwise().sum());
}

}  // namespace tkl
