#include "model/lessons.hpp"

#include <numeric>
#include <utility>

namespace tkl {

namespace {

Vector costs(const DatasetWithoutPoints& data, const FitOptions& options) {
  const Vector cost = Vector::Constant(data.target.size(), options.cost);
  return data.weights.size() == 0 ? cost : Vector(cost.cwiseProduct(data.weights));
}

Lesson class_lesson(const DatasetWithoutPoints& data, const Vector& cost, const Sides& sides) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.target.size(); ++i) {
    const auto k = static_cast<Index>(data.target(i));
    if (sides.negative == Machine::rest || k == sides.negative || k == sides.positive) {
      rows.push_back(i);
    }
  }
  Vector sign(std::ssize(rows));
  for (Index i = 0; i < sign.size(); ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    sign(i) = data.target(row) == static_cast<double>(sides.positive) ? 1.0 : -1.0;
  }
  SvmProblem problem = SvmProblem::classification(sign, cost(rows));
  return {std::move(rows), std::move(problem)};
}

std::vector<Sides> contests(Index classes, Multiclass scheme) {
  std::vector<Sides> list;
  for (Index k = 0; k < classes; ++k) {
    if (scheme == Multiclass::one_vs_rest && classes > 2) {
      list.push_back({Machine::rest, k});
      continue;
    }
    for (Index other = k + 1; other < classes; ++other) list.push_back({k, other});
  }
  return list;
}

Lessons linear_lessons(const DatasetWithoutPoints& data, const FitOptions& options,
                       const Vector& target) {
  const Vector cost = costs(data, options);
  Lessons lessons;
  if (data.task == Task::regression) {
    std::vector<Index> all(static_cast<std::size_t>(data.target.size()));
    std::iota(all.begin(), all.end(), Index{0});
    lessons.list.push_back({std::move(all), SvmProblem::regression(target, cost, options.tube)});
    lessons.sides.emplace_back();
    return lessons;
  }
  lessons.sides = contests(std::ssize(data.classes), options.multiclass);
  for (const Sides& sides : lessons.sides) {
    lessons.list.push_back(class_lesson(data, cost, sides));
  }
  return lessons;
}

}  // namespace

Lessons make_lessons(const DatasetWithoutPoints& data, const FitOptions& options,
                     const Vector& target) {
  Lessons lessons = linear_lessons(data, options, target);
  if (options.loss == Loss::squared) {
    for (Lesson& lesson : lessons.list) lesson.problem = lesson.problem.squared();
  }
  return lessons;
}

}  // namespace tkl
