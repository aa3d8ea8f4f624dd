#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tkl/kernel_family.hpp"

namespace tkl::testing {

/// Passes everything on to a family and remembers the weights at which D was asked for: each is a
/// feasible w from which learning may take a lower bound.
class RecordingFamily final : public KernelFamily {
 public:
  explicit RecordingFamily(std::shared_ptr<const KernelFamily> inner) : inner_(std::move(inner)) {}

  const std::vector<Vector>& weights() const { return weights_; }
  /// Rows of the largest kernel matrix asked for, in double precision.
  Index largest_gram() const { return largest_gram_; }
  /// How many were asked for in single precision.
  int rounded_grams() const { return rounded_grams_; }

  Index features() const override { return inner_->features(); }
  const FeasibleSet& feasible_set() const override { return inner_->feasible_set(); }
  Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                const Threads& threads) const override {
    return inner_->kernel(P, x, y, threads);
  }
  Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const override {
    largest_gram_ = std::max(largest_gram_, x.rows());
    return inner_->gram(P, x, threads);
  }
  Eigen::MatrixXf gram_single(const Matrix& P, const Matrix& x,
                              const Threads& threads) const override {
    ++rounded_grams_;
    return inner_->gram_single(P, x, threads);
  }
  Vector diagonal(const Matrix& P, const Matrix& x) const override {
    return inner_->diagonal(P, x);
  }
  std::unique_ptr<Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                           const Threads& threads) const override {
    weights_.push_back(w);
    return inner_->sensitivity(w, x, threads);
  }
  std::shared_ptr<const KernelFamily> scaled(double factor) const override {
    return inner_->scaled(factor);
  }

 private:
  std::shared_ptr<const KernelFamily> inner_;
  mutable std::vector<Vector> weights_;
  mutable Index largest_gram_ = 0;
  mutable int rounded_grams_ = 0;
};

}  // namespace tkl::testing
