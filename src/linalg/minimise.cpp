#include "linalg/minimise.hpp"

#include <algorithm>
#include <cmath>

namespace tkl::linalg {

namespace {

constexpr double armijo = 1e-4;
constexpr int most_halvings = 12;

/// The inverse Hessian after a move s that changed the gradient by g.
void update(Matrix& inverse, const Vector& s, const Vector& g) {
  const double curvature = s.dot(g);
  if (!(curvature > 1e-12 * s.norm() * g.norm())) return;
  const Vector product = inverse * g;
  inverse += ((1.0 + g.dot(product) / curvature) / curvature) * (s * s.transpose()) -
             (product * s.transpose() + s * product.transpose()) / curvature;
}

}  // namespace

Minimum minimise(const SmoothFunction& function, const Vector& start,
                 const MinimiseOptions& options) {
  Minimum best{start, 0.0};
  Vector gradient(start.size());
  best.value = function(best.x, gradient);
  Matrix inverse = Matrix::Identity(start.size(), start.size()) /
                   std::max(1.0, gradient.cwiseAbs().maxCoeff() / options.longest_step);
  for (int step = 0; step < options.max_steps; ++step) {
    if (options.stop && options.stop()) break;
    Vector direction = -inverse * gradient;
    if (!(direction.dot(gradient) < 0.0)) {
      inverse.setIdentity();
      direction = -gradient;
    }
    const double longest = direction.cwiseAbs().maxCoeff();
    if (!(longest > 0.0)) break;
    direction *= std::min(1.0, options.longest_step / longest);

    double length = 1.0;
    Vector next_gradient(start.size());
    double value = 0.0;
    int halvings = 0;
    for (; halvings < most_halvings; ++halvings, length *= 0.5) {
      value = function(best.x + length * direction, next_gradient);
      if (std::isfinite(value) && value <= best.value + armijo * length * direction.dot(gradient)) {
        break;
      }
    }
    if (halvings == most_halvings) break;
    const double decrease = best.value - value;
    update(inverse, length * direction, next_gradient - gradient);
    best.x += length * direction;
    best.value = value;
    gradient = next_gradient;
    if (decrease < options.least_decrease) break;
  }
  return best;
}

}  // namespace tkl::linalg
