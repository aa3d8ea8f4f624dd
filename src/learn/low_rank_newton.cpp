#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <Eigen/Eigenvalues>

#include "learn/limited_bfgs.hpp"
#include "learn/square_root.hpp"
#include "learn/steps.hpp"
#include "svm/face.hpp"

namespace tkl {

namespace {

constexpr Index most_columns = 12;

/// The second-order model of OPT_A around P, for P + dP = τI + (1-τ)UUᵀ (docs/math.md §5):
///
///   <G, dP> + ½ Σ_k rᵀS_k r,   r = (K(P + dP)w)_F - (K(P)w)_F,
///
/// summed over the subjects, with the free rows F of each.
class LowRankModel {
 public:
  LowRankModel(Oracle& oracle, const Evaluation& at, const Matrix& U)
      : gradient_(at.gradient()), share_(1.0 - oracle.feasible_set().tau()) {
    for (std::size_t k = 0; k < at.answers.size(); ++k) {
      Subject& subject = *oracle.subjects()[k];
      const SubjectAnswer& answer = at.answers[k];
      const std::vector<Index> rows = free_support(subject.problem(), answer.svm.w);
      if (rows.size() < 2) continue;
      auto curvature = subject.curvature(at.P, rows);
      if (at.answers.size() > 1) subject.forget_kernel();
      valid_ = valid_ && curvature;
      auto map = answer.sensitivity->factor_map(rows);
      Vector base = map->values(U);
      terms_.push_back({std::move(map), std::move(curvature), std::move(base)});
    }
  }

  bool is_valid() const { return valid_; }

  /// But for a constant.
  double value(const Matrix& U, Matrix& gradient) {
    gradient = gradient_ * U;
    double value = share_ * inner_product(gradient, U);
    for (Term& term : terms_) {
      const Vector rest = share_ * (term.map->values(U) - term.base);
      const Vector bent = term.curvature(rest);
      value += 0.5 * rest.dot(bent);
      gradient += term.map->pull_back(bent);
    }
    gradient *= 2.0 * share_;
    return value;
  }

 private:
  struct Term {
    std::unique_ptr<FactorMap> map;
    std::function<Vector(const Vector&)> curvature;
    Vector base;  // its values at the present P
  };

  Matrix gradient_;
  double share_;
  std::vector<Term> terms_;
  bool valid_ = true;
};

/// A point on the sphere |U|² = s, with the value of the model and its slope along the sphere.
struct ModelPoint {
  Matrix U;
  double value = 0.0;
  Matrix slope;

  ModelPoint(LowRankModel& model, Matrix at, double radius) : U(std::move(at)) {
    U *= radius / U.norm();
    value = model.value(U, slope);
    slope -= (inner_product(slope, U) / U.squaredNorm()) * U;
  }
};

/// By L-BFGS, until no turn of U promises more than `accuracy`.
Matrix minimise(LowRankModel& model, Matrix start, double radius, double accuracy) {
  constexpr int most_steps = 400;
  constexpr int most_trials = 8;
  ModelPoint at(model, std::move(start), radius);
  LimitedBfgs curvature;
  for (int step = 0; step < most_steps; ++step) {
    Matrix direction = curvature.direction(at.slope);
    if (!(inner_product(direction, at.slope) < 0.0)) {
      curvature.clear();
      direction = -at.slope;
    }
    if (curvature.is_empty()) direction *= 0.1 * radius / direction.norm();
    const double promised = inner_product(direction, at.slope);
    if (!(at.slope.norm() * radius > accuracy)) break;
    double eta = std::min(1.0, radius / direction.norm());
    bool improved = false;
    for (int trial_number = 0; trial_number < most_trials && !improved; ++trial_number) {
      ModelPoint trial(model, at.U + eta * direction, radius);
      const double change = trial.value - at.value;
      improved = change <= 1e-4 * eta * promised;
      if (improved) {
        curvature.remember(trial.U - at.U, trial.slope - at.slope);
        at = std::move(trial);
      } else {
        const double parabola = -0.5 * eta * eta * promised / (change - eta * promised);
        eta = std::clamp(parabola, 0.1 * eta, 0.5 * eta);
      }
    }
    if (!improved) break;
  }
  return std::move(at.U);
}

/// The same UUᵀ, but for what is negligible, from at most so many columns.
Matrix compressed(const Matrix& U, Index columns) {
  constexpr double negligible = 1e-6;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(U.transpose() * U);
  const Vector& sizes = eigen.eigenvalues();
  const double least = negligible * sizes.tail(1)(0);
  const Index kept = std::min(columns, (sizes.array() > least).count());
  return U * eigen.eigenvectors().rightCols(kept);
}

/// With one more column along the vertex that OPT_P names.
Matrix with_vertex(const FeasibleSet& set, Matrix U, const Matrix& vertex) {
  constexpr double share = 0.02;
  const Vector diagonal = vertex.diagonal().array() - set.tau();
  Index largest = 0;
  diagonal.maxCoeff(&largest);
  Vector direction = vertex.col(largest);
  direction(largest) -= set.tau();
  U.conservativeResize(Eigen::NoChange, U.cols() + 1);
  U.rightCols(1) = std::sqrt(share * static_cast<double>(set.size())) * direction.normalized();
  return U;
}

}  // namespace

const Matrix& LowRankNewton::factor(const FeasibleSet& set, const Matrix& P) {
  if (P_.size() == 0 || P_ != P) {
    P_ = P;
    U_ = compressed(square_root(set, P), set.size());
  }
  return U_;
}

bool LowRankNewton::reweight(Oracle& oracle, Evaluation& at) {
  const FeasibleSet& set = oracle.feasible_set();
  const Matrix& U = factor(set, at.P);
  const Matrix square = U * U.transpose();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(square * at.D * square);
  const Index kept = std::min(most_columns, set.size());
  const Vector sizes = eigen.eigenvalues().tail(kept).cwiseMax(0.0).cwiseSqrt().cwiseSqrt();
  if (!(sizes.norm() > 0.0)) return false;
  Matrix next = eigen.eigenvectors().rightCols(kept) * sizes.asDiagonal();
  next *= std::sqrt(static_cast<double>(set.size())) / next.norm();
  Evaluation trial = oracle.evaluate(parameter(set, next), at.weights(), at.primal);
  if (!(trial.primal < at.primal)) return false;
  at = std::move(trial);
  P_ = at.P;
  U_ = std::move(next);
  return true;
}

bool LowRankNewton::advance(Oracle& oracle, Evaluation& at) {
  const FeasibleSet& set = oracle.feasible_set();
  const Matrix& U = factor(set, at.P);
  if (U.cols() > 2 * most_columns && reweight(oracle, at)) return true;
  LowRankModel model(oracle, at, U);
  if (!model.is_valid()) return FrankWolfe(0.1).advance(oracle, at);
  const double radius = std::sqrt(static_cast<double>(set.size()));
  Matrix start = with_vertex(set, compressed(U, most_columns - 1), at.vertex.P);
  Matrix target_U = minimise(model, std::move(start), radius, 0.03 * oracle.gap());
  const Matrix target = parameter(set, target_U);
  const double promised = inner_product(at.gradient(), target - at.P);
  for (const double eta : {1.0, 0.25}) {
    if (!(promised < 0.0)) break;
    Evaluation trial = oracle.evaluate(at.P + eta * (target - at.P), at.weights(), at.primal);
    if (sufficient_decrease(at, trial, trial.dual - at.dual, eta * promised)) {
      at = std::move(trial);
      if (eta == 1.0) {
        P_ = at.P;
        U_ = std::move(target_U);
      }
      return true;
    }
    if (oracle.reason_to_stop()) return false;
  }
  return reweight(oracle, at) || FrankWolfe(0.1).advance(oracle, at);
}

}  // namespace tkl
