#include "report/outputs.hpp"

#include <algorithm>

namespace tkl::report {

namespace {

constexpr std::size_t most_classes = 8;

}  // namespace

Outputs outputs_of(const Model& model) {
  if (model.task == Task::regression) return {model.target_name, {model.target_name}};
  const std::string quantity = model.calibration ? "probability" : "decision value";
  if (model.classes.size() == 2) {
    return {quantity + " of " + model.classes[1], {model.classes[1]}};
  }
  const auto shown = static_cast<std::ptrdiff_t>(std::min(most_classes, model.classes.size()));
  return {quantity, {model.classes.begin(), model.classes.begin() + shown}};
}

Matrix output_values(const Model& model, const Matrix& points, const Threads& threads) {
  if (model.task == Task::regression) return model.predict(points, threads);
  Matrix values = model.decision_values(points, threads);
  if (model.calibration) values = model.probabilities_from(values);
  if (model.classes.size() == 2) return values.rightCols(1);
  return values.leftCols(std::min(static_cast<Index>(most_classes), values.cols()));
}

}  // namespace tkl::report
