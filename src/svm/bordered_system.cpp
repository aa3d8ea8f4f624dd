#include "svm/bordered_system.hpp"

#include <algorithm>
#include <cmath>

#include "svm/factor_preconditioner.hpp"
#include "svm/sketch_preconditioner.hpp"

namespace tkl {

namespace {

std::vector<Index> some_of(const std::vector<Index>& rows, linalg::SymmetricSingle::Range range) {
  const auto begin = rows.begin() + range.first;
  return {begin, begin + range.count};
}

/// Half of the entries of K_RR, once.
double copying_work(const KernelMatrix& K, Index rows) {
  return 0.5 * K.product_work(rows) * static_cast<double>(rows) / static_cast<double>(K.size());
}

constexpr double copy_product_work(double rows) { return 0.25 * rows * rows; }

}  // namespace

SystemPlan plan_system(const KernelMatrix& K, Index unknowns, double memory, Sketches sketches) {
  const auto free = static_cast<double>(unknowns);
  constexpr double iterations_with_factor = 5.0;
  constexpr double iterations_with_sketch = 40.0;
  constexpr double exact_products_with_copy = 2.0;
  const double product = K.product_work(unknowns);
  if (const double work = K.structured_work(unknowns); work > 0.0) {
    return {true, 0, false, work + iterations_with_factor * product, 0.0};
  }
  // A factor is often changed a few times.
  const double changes = 0.2 * factor_work(free) + 2.4 * free * free;
  const SystemPlan factor{false, 0, false,
                          factor_work(free) + changes + iterations_with_factor * product,
                          factor_memory(free)};
  // Fewer unknowns: a factor costs little, less when it is changed, and never disappoints.
  constexpr Index fewest_for_sketch = 9000;
  const bool avoids = sketches == Sketches::avoided || unknowns < fewest_for_sketch;
  if (avoids && factor.memory <= memory) return factor;
  const Index landmarks = sketch_landmarks(unknowns, memory);
  const auto count = static_cast<double>(landmarks);
  const double sketching = sketch_work(free, count);
  const SystemPlan sketch{false, landmarks, false, sketching + iterations_with_sketch * product,
                          sketch_memory(free, count)};
  const SystemPlan copy{false, landmarks, true,
                        sketching + copying_work(K, unknowns) +
                            iterations_with_sketch * copy_product_work(free) +
                            exact_products_with_copy * product,
                        sketch.memory + linalg::symmetric_single_memory(free)};
  constexpr Index fewest_for_copy = 4000;
  SystemPlan best = sketch;
  for (const SystemPlan& plan : {copy, factor}) {
    if (plan.copies && unknowns < fewest_for_copy) continue;
    if (plan.memory <= memory && plan.work <= best.work) best = plan;
  }
  return best;
}

bool BorderedSystem::prepare(const std::vector<Index>& rows, double shift) {
  const double mean = K_.diagonal()(rows).cwiseAbs().mean();
  if (!std::isfinite(mean)) return false;
  const SystemPlan plan = plan_system(K_, std::ssize(rows), memory_, sketches_);
  if (!plan.copies || rows != rows_) copy_.reset();  // before there is another
  rows_ = rows;
  asked_shift_ = shift;
  // Equal rows make K singular; the system is kept solvable, if barely.
  shift_ = std::max(shift, 1e-11 * mean);
  ridge_.resize(std::ssize(rows_));
  for (Index k = 0; k < ridge_.size(); ++k) {
    ridge_(k) = K_.ridge(rows_[static_cast<std::size_t>(k)]);
  }
  choose_preconditioner(plan);
  if (!preconditioner_->prepare(rows_, shift)) return false;
  // Too many small changes in single precision can spoil the preconditioner.
  if (!is_preconditioned() && !(preconditioner_->refresh() && is_preconditioned())) return false;
  if (plan.copies && !copy_) {
    copy_.emplace(
        std::ssize(rows_),
        [&](linalg::SymmetricSingle::Range below, linalg::SymmetricSingle::Range columns) {
          return K_.cross(some_of(rows_, below), some_of(rows_, columns));
        },
        K_.threads());
    work_ += copying_work(K_, std::ssize(rows_));
  }
  return true;
}

bool BorderedSystem::is_preconditioned() {
  inverse_ones_ = preconditioner_->apply(Vector::Ones(std::ssize(rows_)));
  return inverse_ones_.allFinite() && inverse_ones_.sum() > 0.0;
}

void BorderedSystem::choose_preconditioner(const SystemPlan& plan) {
  if (preconditioner_ && plan.landmarks == landmarks_) return;
  work_ = work();
  preconditioner_.reset();  // before there is another
  landmarks_ = plan.landmarks;
  if (plan.structured) {
    preconditioner_ = K_.structured_inverse(K_);
  } else if (plan.landmarks == 0) {
    preconditioner_ = std::make_unique<FactorPreconditioner>(K_);
  } else {
    preconditioner_ = std::make_unique<SketchPreconditioner>(K_, plan.landmarks);
  }
}

double BorderedSystem::work() const {
  return work_ + (preconditioner_ ? preconditioner_->work() : 0.0);
}

int BorderedSystem::patience() const {
  const auto unknowns = static_cast<double>(rows_.size());
  if (landmarks_ == 0 || factor_memory(unknowns) > memory_) return preconditioner_->patience();
  constexpr double fewest = 20.0;
  const double iteration = copy_ ? copy_product_work(unknowns) : K_.product_work(std::ssize(rows_));
  constexpr double most_before_a_factor = 2000.0;
  return static_cast<int>(
      std::clamp(factor_work(unknowns) / iteration, fewest, most_before_a_factor));
}

BorderedSystem::Solution BorderedSystem::solve(const Vector& r, double total,
                                               const Allowed& allowed) {
  Solution solution = iterate(r, total, allowed);
  if (solution.converged || (stop_ && stop_())) return solution;
  if (landmarks_ != 0 && factor_memory(static_cast<double>(rows_.size())) <= memory_) {
    sketches_ = Sketches::avoided;
    const std::vector<Index> rows = rows_;
    if (prepare(rows, asked_shift_)) solution = iterate(r, total, allowed);
  } else if (preconditioner_->refresh() && is_preconditioned()) {
    solution = iterate(r, total, allowed);
  }
  return solution;
}

bool BorderedSystem::is_allowed(const Vector& residual, const Allowed& allowed) const {
  if (residual.lpNorm<1>() <= allowed.sum) return true;
  return ridge_.minCoeff() > 0.0 &&
         0.5 * residual.cwiseAbs2().cwiseQuotient(ridge_).sum() <= allowed.gap;
}

namespace {

/// Products with K itself, which leave their mark in all rows.
struct ExactProducts {
  const KernelMatrix& K;
  const std::vector<Index>& rows;
  Vector& total;
  Vector latest{};

  Vector times(const Vector& p) {
    latest = Vector::Zero(K.size());
    K.add_product(rows, p, latest);
    return latest(rows);
  }
  void advance(double length) { total += length * latest; }
  double work() const { return K.product_work(std::ssize(rows)); }
};

struct CopiedProducts {
  const linalg::SymmetricSingle& copy;

  Vector times(const Vector& p) const { return copy.times(p); }
  void advance(double /*length*/) const {}
  double work() const { return copy_product_work(static_cast<double>(copy.size())); }
};

}  // namespace

BorderedSystem::Solution BorderedSystem::iterate(const Vector& r, double total,
                                                 const Allowed& allowed) {
  Solution solution;
  solution.product = Vector::Zero(K_.size());
  solution.x = (total / inverse_ones_.sum()) * inverse_ones_;
  solution.beta = 0.0;
  solution.converged = false;
  iterations_ = 0;
  Vector residual = r;
  if (total != 0.0) {
    K_.add_product(rows_, solution.x, solution.product);
    residual -= solution.product(rows_) + shift_ * solution.x;
  }
  if (copy_) {
    iterate_with_copy(r, allowed, residual, solution);
    if (solution.converged || iterations_ >= patience()) return solution;
    // Single precision is not enough for this matrix.
  }
  ExactProducts products{K_, rows_, solution.product};
  conjugate_gradients(products, preconditioner_->accuracy(), allowed, residual, solution);
  return solution;
}

void BorderedSystem::iterate_with_copy(const Vector& r, const Allowed& allowed, Vector& residual,
                                       Solution& solution) {
  const double first_error = residual.dot(precondition(residual, solution.beta));
  const double accuracy = preconditioner_->accuracy();
  double error = first_error;
  CopiedProducts products{*copy_};
  while (true) {
    const Vector before = solution.x;
    // A little more accurately than is asked for: K will find fault with the copy.
    conjugate_gradients(products, 0.5 * accuracy * std::sqrt(first_error / error),
                        {0.5 * allowed.sum, 0.5 * allowed.gap}, residual, solution);
    K_.add_product(rows_, solution.x - before, solution.product);
    work_ += K_.product_work(std::ssize(rows_));
    residual = r - solution.product(rows_) - shift_ * solution.x;
    residual.array() -= solution.beta;
    const double last_error = error;
    error = residual.dot(precondition(residual, solution.beta));
    solution.converged =
        error <= accuracy * accuracy * first_error || is_allowed(residual, allowed);
    const bool gains = error <= 0.25 * last_error && iterations_ < patience();
    if (solution.converged || !gains || (stop_ && stop_())) return;
  }
}

Vector BorderedSystem::precondition(Vector& residual, double& beta) const {
  // Taken out at once: next to what the rows have in common, the rest would drown in rounding.
  const double weight = inverse_ones_.sum();
  const double common = residual.dot(inverse_ones_) / weight;
  beta += common;
  residual.array() -= common;
  Vector z = preconditioner_->apply(residual);
  z -= (z.sum() / weight) * inverse_ones_;
  return z;
}

template <class Products>
void BorderedSystem::conjugate_gradients(Products& products, double accuracy,
                                         const Allowed& allowed, Vector& residual,
                                         Solution& solution) {
  Vector z = precondition(residual, solution.beta);
  Vector p = z;
  double error = residual.dot(z);
  const double small_error = accuracy * accuracy * error;
  const auto has_converged = [&] { return error <= small_error || is_allowed(residual, allowed); };
  solution.converged = has_converged();
  const int patience = this->patience();
  for (; iterations_ < patience && !solution.converged; ++iterations_) {
    if (stop_ && stop_()) break;
    const Vector Ap = products.times(p) + shift_ * p;
    work_ += products.work();
    const double curvature = p.dot(Ap);
    if (!(curvature > 0.0)) break;
    const double length = error / curvature;
    solution.x += length * p;
    products.advance(length);
    residual -= length * Ap;
    z = precondition(residual, solution.beta);
    const double next = residual.dot(z);
    p = z + (next / error) * p;
    error = next;
    if (!(error >= 0.0)) break;
    solution.converged = has_converged();
  }
}

}  // namespace tkl
