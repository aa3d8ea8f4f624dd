#include "svm/bordered_system.hpp"

#include <algorithm>
#include <cmath>

#include "svm/factor_preconditioner.hpp"
#include "svm/sketch_preconditioner.hpp"

namespace tkl {

SystemPlan plan_system(const KernelMatrix& K, Index unknowns, double memory) {
  const auto free = static_cast<double>(unknowns);
  constexpr double iterations_with_factor = 5.0;
  constexpr double iterations_with_sketch = 40.0;
  const double product = K.product_work(unknowns);
  // A factor is often changed a few times.
  const double changes = 0.2 * factor_work(free) + 2.4 * free * free;
  const SystemPlan factor{0, factor_work(free) + changes + iterations_with_factor * product,
                          factor_memory(free)};
  constexpr Index most_landmarks = 2000;
  constexpr Index fewest_landmarks = 64;
  Index landmarks = std::clamp(unknowns / 8, Index{1}, most_landmarks);
  while (landmarks > fewest_landmarks &&
         sketch_memory(free, static_cast<double>(landmarks)) > memory) {
    landmarks /= 2;
  }
  const auto count = static_cast<double>(landmarks);
  const SystemPlan sketch{landmarks, sketch_work(free, count) + iterations_with_sketch * product,
                          sketch_memory(free, count)};
  return factor.memory <= memory && factor.work <= sketch.work ? factor : sketch;
}

bool BorderedSystem::prepare(const std::vector<Index>& rows, double shift) {
  rows_ = rows;
  const double mean = K_.diagonal()(rows_).cwiseAbs().mean();
  if (!std::isfinite(mean)) return false;
  // Equal rows make K singular; the system is kept solvable, if barely.
  shift_ = std::max(shift, 1e-11 * mean);
  ridge_.resize(std::ssize(rows_));
  for (Index k = 0; k < ridge_.size(); ++k) {
    ridge_(k) = K_.ridge(rows_[static_cast<std::size_t>(k)]);
  }
  choose_preconditioner(std::ssize(rows_));
  if (!preconditioner_->prepare(rows_, shift)) return false;
  inverse_ones_ = preconditioner_->apply(Vector::Ones(std::ssize(rows_)));
  return inverse_ones_.allFinite() && inverse_ones_.sum() > 0.0;
}

void BorderedSystem::choose_preconditioner(Index unknowns) {
  const Index landmarks = plan_system(K_, unknowns, memory_).landmarks;
  if (preconditioner_ && landmarks == landmarks_) return;
  work_ = work();
  preconditioner_.reset();  // before there is another
  landmarks_ = landmarks;
  if (landmarks == 0) {
    preconditioner_ = std::make_unique<FactorPreconditioner>(K_);
  } else {
    preconditioner_ = std::make_unique<SketchPreconditioner>(K_, landmarks);
  }
}

double BorderedSystem::work() const {
  return work_ + (preconditioner_ ? preconditioner_->work() : 0.0);
}

BorderedSystem::Solution BorderedSystem::solve(const Vector& r, double total,
                                               const Allowed& allowed) {
  Solution solution = iterate(r, total, allowed);
  // Too many small changes in single precision can spoil the preconditioner.
  if (!solution.converged && preconditioner_->refresh()) {
    inverse_ones_ = preconditioner_->apply(Vector::Ones(std::ssize(rows_)));
    solution = iterate(r, total, allowed);
  }
  return solution;
}

bool BorderedSystem::is_allowed(const Vector& residual, const Allowed& allowed) const {
  if (residual.lpNorm<1>() <= allowed.sum) return true;
  return ridge_.minCoeff() > 0.0 &&
         0.5 * residual.cwiseAbs2().cwiseQuotient(ridge_).sum() <= allowed.gap;
}

BorderedSystem::Solution BorderedSystem::iterate(const Vector& r, double total,
                                                 const Allowed& allowed) {
  const double weight = inverse_ones_.sum();
  Solution solution;
  solution.product = Vector::Zero(K_.size());
  solution.x = (total / weight) * inverse_ones_;
  solution.beta = 0.0;
  Vector residual = r;
  if (total != 0.0) {
    K_.add_product(rows_, solution.x, solution.product);
    residual -= solution.product(rows_) + shift_ * solution.x;
  }
  // What the residual has in common belongs to β. Taken out at once: next to it, the rest would drown
  // in rounding.
  const auto step = [&] {
    const double common = residual.dot(inverse_ones_) / weight;
    solution.beta += common;
    residual.array() -= common;
    Vector z = preconditioner_->apply(residual);
    z -= (z.sum() / weight) * inverse_ones_;
    return z;
  };
  Vector z = step();
  Vector p = z;
  double error = residual.dot(z);
  const double accuracy = preconditioner_->accuracy();
  const double small_error = accuracy * accuracy * error;
  const auto has_converged = [&] { return error <= small_error || is_allowed(residual, allowed); };
  solution.converged = has_converged();
  for (int iteration = 0; iteration < preconditioner_->patience() && !solution.converged;
       ++iteration) {
    if (stop_ && stop_()) break;
    Vector Kp = Vector::Zero(K_.size());
    K_.add_product(rows_, p, Kp);
    work_ += K_.product_work(std::ssize(rows_));
    const Vector Ap = Kp(rows_) + shift_ * p;
    const double curvature = p.dot(Ap);
    if (!(curvature > 0.0)) break;
    const double length = error / curvature;
    solution.x += length * p;
    solution.product += length * Kp;
    residual -= length * Ap;
    z = step();
    const double next = residual.dot(z);
    p = z + (next / error) * p;
    error = next;
    if (!(error >= 0.0)) break;
    solution.converged = has_converged();
  }
  return solution;
}

}  // namespace tkl
