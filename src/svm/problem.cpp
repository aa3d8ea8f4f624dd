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

double SvmProblem::linear_part(const Vector& w) const { return y.dot(w) - epsilon * w.lpNorm<1>(); }

double SvmProblem::loss(Index i, double residual) const {
  return std::max({0.0, upper(i) * (residual - epsilon), lower(i) * (residual + epsilon)});
}

}  // namespace tkl
