#pragma once

#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// An approximate inverse of K_RR + shift·I for changing rows R: symmetric and positive definite.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;

  /// For these rows, ascending and at least two. Returns false if K is not finite.
  virtual bool prepare(const std::vector<Index>& rows, double shift) = 0;

  /// Where prepare() changed what it had: makes it anew. Returns false if it was new already.
  virtual bool refresh() { return false; }

  virtual Vector apply(const Vector& r) const = 0;

  /// Iterations of conjugate gradients after which something is wrong.
  virtual int patience() const = 0;
  /// By how much an error must have become smaller for the solution to be useful.
  virtual double accuracy() const = 0;

  /// Nanoseconds, by a model of the costs, that one thread has taken so far.
  double work() const { return work_; }

 protected:
  double work_ = 0.0;
};

}  // namespace tkl
