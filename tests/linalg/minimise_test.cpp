#include "linalg/minimise.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tkl::linalg {
namespace {

double rosenbrock(const Vector& x, Vector& gradient) {
  const double a = x(1) - x(0) * x(0);
  gradient(0) = -400.0 * a * x(0) - 2.0 * (1.0 - x(0));
  gradient(1) = 200.0 * a;
  return 100.0 * a * a + (1.0 - x(0)) * (1.0 - x(0));
}

TEST(Minimise, FollowsABentValley) {
  MinimiseOptions options;
  options.max_steps = 200;
  options.least_decrease = 1e-14;
  const Minimum minimum = minimise(rosenbrock, (Vector(2) << -1.2, 1.0).finished(), options);
  EXPECT_NEAR(minimum.x(0), 1.0, 1e-4);
  EXPECT_NEAR(minimum.x(1), 1.0, 1e-4);
}

TEST(Minimise, StaysWhereTheFunctionIsDefined) {
  // -log has its minimum beyond the border at 2, where the function ends.
  const auto function = [](const Vector& x, Vector& gradient) {
    if (x(0) >= 2.0) return std::numeric_limits<double>::infinity();
    gradient(0) = -1.0 / x(0);
    return -std::log(x(0));
  };
  const Minimum minimum = minimise(function, Vector::Ones(1));
  EXPECT_LT(minimum.x(0), 2.0);
  EXPECT_GT(minimum.x(0), 1.8);
}

TEST(Minimise, StopsWhenAskedTo) {
  MinimiseOptions options;
  options.stop = [] { return true; };
  const Vector start = (Vector(2) << -1.2, 1.0).finished();
  EXPECT_EQ(minimise(rosenbrock, start, options).x, start);
}

}  // namespace
}  // namespace tkl::linalg
