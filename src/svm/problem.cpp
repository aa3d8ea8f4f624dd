#include <algorithm>
#include <cmath>

#include "tkl/error.hpp"
#include "tkl/svm.hpp"

namespace tkl {

namespace {

void require_costs(const Vector& y, const Vector& cost) {
  if (y.size() != cost.size()) throw Error("an SVM needs one cost for each row");
  if (!(cost.array() >= 0.0).all() || !cost.allFinite()) {
    throw Error("the cost of every row must be finite and not negative");
  }
}

}  // namespace

SvmProblem SvmProblem::classification(const Vector& y, const Vector& cost) {
  require_costs(y, cost);
  if (!((y.array() == 1.0) || (y.array() == -1.0)).all()) {
    throw Error("the targets of an SVM classifier must be +1 or -1");
  }
  return {y, -cost.cwiseProduct((-y).cwiseMax(0.0)), cost.cwiseProduct(y.cwiseMax(0.0)), 0.0};
}

SvmProblem SvmProblem::regression(const Vector& y, const Vector& cost, double epsilon) {
  require_costs(y, cost);
  if (!y.allFinite()) throw Error("the targets of an SVM must be finite");
  if (!(epsilon >= 0.0) || !std::isfinite(epsilon)) {
    throw Error("the tube must be finite and not negative");
  }
  return {y, -cost, cost, epsilon};
}

SvmProblem SvmProblem::squared() const { return squared(y.maxCoeff() - y.minCoeff()); }

SvmProblem SvmProblem::squared(double range) const {
  SvmProblem problem = *this;
  const double reach = 10.0 * range;
  const Vector cost = upper.cwiseMax(-lower);
  // With C ξ² a row of loss ξ has the weight 2Cξ.
  problem.ridge = (cost.array() > 0.0).select(0.5 / cost.array(), 0.0);
  problem.lower *= 2.0 * reach;
  problem.upper *= 2.0 * reach;
  return problem;
}

double SvmProblem::kernel_free_part(const Vector& w) const {
  const double linear = y.dot(w) - epsilon * w.lpNorm<1>();
  return ridge.size() == 0 ? linear : linear - 0.5 * ridge.dot(w.cwiseAbs2());
}

double SvmProblem::weight_for(Index i, double residual) const {
  const double beyond =
      residual > 0.0 ? std::max(0.0, residual - epsilon) : std::min(0.0, residual + epsilon);
  if (beyond == 0.0) return 0.0;
  return std::clamp(beyond / ridge(i), lower(i), upper(i));
}

double SvmProblem::loss(Index i, double residual) const {
  const double curvature = ridge_of(i);
  if (curvature == 0.0) {
    return std::max({0.0, upper(i) * (residual - epsilon), lower(i) * (residual + epsilon)});
  }
  const double v = weight_for(i, residual);
  return v * residual - epsilon * std::abs(v) - 0.5 * curvature * v * v;
}

}  // namespace tkl
