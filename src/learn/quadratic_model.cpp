#include "learn/quadratic_model.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"

namespace tkl {

namespace {

/// H = XᵀX, as whichever takes less arithmetic to multiply by.
class Hessian {
 public:
  explicit Hessian(const Matrix& X) : X_(X) {
    if (2 * X.rows() <= X.cols()) return;
    H_.resize(X.cols(), X.cols());
    linalg::gemm(1.0, X, linalg::Transpose::yes, X, linalg::Transpose::no, 0.0, H_);
  }
  Vector operator*(const Vector& v) const {
    if (H_.size() == 0) return X_.transpose() * (X_ * v);
    return H_ * v;
  }
  Index size() const { return X_.cols(); }
  double trace() const { return X_.squaredNorm(); }

 private:
  const Matrix& X_;
  Matrix H_;
};

/// The largest eigenvalue, estimated a little too large.
double largest_eigenvalue(const Hessian& H) {
  Vector v = Vector::Ones(H.size()).normalized();
  v += 0.01 * Vector::LinSpaced(H.size(), -1.0, 1.0);
  double value = 0.0;
  for (int iteration = 0; iteration < 30; ++iteration) {
    v.normalize();
    v = H * v;
    value = v.norm();
    if (value == 0.0) return 0.0;
  }
  return std::min(1.05 * value, H.trace());
}

/// As many as take about the arithmetic of the SVM solve that a better step may save, which goes by
/// the free rows: with few of them and a large P a rough step and another solve are cheaper.
int affordable_iterations(Index free_rows, Index dimension, Index size) {
  constexpr double fewest = 100.0;
  constexpr double most = 3000.0;
  constexpr double passes = 300.0;  // over the kernel matrix of the free rows, for a solve
  const auto rows = static_cast<double>(free_rows);
  const auto d = static_cast<double>(dimension);
  const auto s = static_cast<double>(size);
  const double product = 2.0 * d * std::min(d, 2.0 * rows);
  const double projection = 10.0 * s * s * s;
  return static_cast<int>(
      std::clamp(passes * rows * rows * s / (product + projection), fewest, most));
}

}  // namespace

Matrix minimise_quadratic_model(const FeasibleSet& set, const Matrix& P, const Matrix& gradient,
                                const Matrix& X, double accuracy) {
  const int most_iterations = affordable_iterations(X.rows(), X.cols(), set.size());
  constexpr int check_every = 20;
  const Hessian H(X);
  const double lipschitz = largest_eigenvalue(H);
  if (lipschitz == 0.0) return set.maximise(-gradient).P;

  const Vector start = set.to_vector(P);
  const Vector linear = set.to_vector(gradient);
  const auto model_gradient = [&](const Vector& v) { return Vector(linear + H * (v - start)); };
  Vector v = start;
  Vector look_ahead = start;
  double momentum = 1.0;
  for (int iteration = 1; iteration <= most_iterations; ++iteration) {
    const Vector slope = model_gradient(look_ahead);
    const Vector next = set.to_vector(set.project(set.from_vector(look_ahead - slope / lipschitz)));
    const bool overshot = slope.dot(next - v) > 0.0;
    const double next_momentum =
        overshot ? 1.0 : 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    const double push = overshot ? 0.0 : (momentum - 1.0) / next_momentum;
    look_ahead = next + push * (next - v);
    v = next;
    momentum = next_momentum;
    if (iteration % check_every == 0) {
      const Vector g = model_gradient(v);
      const double gap = g.dot(v) + set.maximise(-set.from_vector(g)).value;
      if (gap <= accuracy) break;
    }
  }
  return set.from_vector(v);
}

}  // namespace tkl
