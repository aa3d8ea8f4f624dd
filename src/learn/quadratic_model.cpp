#include "learn/quadratic_model.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"

namespace tkl {

namespace {

/// The largest eigenvalue of a positive semidefinite matrix, estimated a little too large.
double largest_eigenvalue(const Matrix& H) {
  Vector v = Vector::Ones(H.rows()).normalized();
  v += 0.01 * Vector::LinSpaced(H.rows(), -1.0, 1.0);
  double value = 0.0;
  for (int iteration = 0; iteration < 30; ++iteration) {
    v.normalize();
    v = H * v;
    value = v.norm();
    if (value == 0.0) return 0.0;
  }
  return std::min(1.05 * value, H.trace());
}

}  // namespace

Matrix minimise_quadratic_model(const FeasibleSet& set, const Matrix& P, const Matrix& gradient,
                                const Matrix& X, double accuracy) {
  constexpr int most_iterations = 3000;
  constexpr int check_every = 20;
  Matrix H(X.cols(), X.cols());
  linalg::gemm(1.0, X, linalg::Transpose::yes, X, linalg::Transpose::no, 0.0, H);
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
