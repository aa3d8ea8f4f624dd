#pragma once

#include <optional>

#include "svm/kernel_sketch.hpp"
#include "svm/preconditioner.hpp"

namespace tkl {

/// The inverse of a sketch of K_RR. Weaker than that of a factor, but cheap for any number of rows.
class SketchPreconditioner final : public Preconditioner {
 public:
  SketchPreconditioner(const KernelMatrix& K, Index landmarks) : K_(K), landmarks_(landmarks) {}

  bool prepare(const std::vector<Index>& rows, double shift) override;
  Vector apply(const Vector& r) const override { return sketch_->solve(r); }
  int patience() const override { return 300; }
  double accuracy() const override { return 1e-3; }

 private:
  const KernelMatrix& K_;
  Index landmarks_;
  std::optional<KernelSketch> sketch_;
};

/// How many landmarks a sketch of so many rows should have, less where memory is short.
Index sketch_landmarks(Index rows, double memory);

/// The bytes that it takes, and the work to prepare it.
inline double sketch_memory(double rows, double landmarks) {
  return 4.0 * rows * landmarks + 24.0 * landmarks * landmarks;
}
inline double sketch_work(double rows, double landmarks) {
  return (3.0 + 0.05 * landmarks) * rows * landmarks;
}

}  // namespace tkl
