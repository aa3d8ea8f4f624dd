#include "tkl/generate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/message.hpp"
#include "data/random.hpp"
#include "tkl/error.hpp"

namespace tkl {
namespace {

using internal::Random;

constexpr double pi = std::numbers::pi;
using Point = std::array<double, 2>;

void check(const GeneratorOptions& options) {
  constexpr Index most_rows = 10'000'000;
  if (options.rows < 2 || options.rows > most_rows) {
    throw Error("generate: rows must be from 2 to " + std::to_string(most_rows) + ", not " +
                std::to_string(options.rows));
  }
  if (!std::isfinite(options.noise) || options.noise < 0.0) {
    throw Error("generate: noise must be a finite number that is not negative");
  }
}

/// Rows of class "-1" and "1" by turns; `draw` gives a point of the class at hand.
template <class Draw>
Dataset two_classes(const GeneratorOptions& options, Draw draw) {
  check(options);
  Random random(options.seed);
  Matrix points(options.rows, 2);
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(options.rows));
  for (Index i = 0; i < options.rows; ++i) {
    const bool positive = i % 2 == 1;
    const Point point = draw(random, positive);
    labels.emplace_back(positive ? "1" : "-1");
    for (const Index j : {0, 1}) {
      points(i, j) = point[static_cast<std::size_t>(j)] + options.noise * random.normal();
    }
  }
  return classification_data(std::move(points), labels);
}

/// Points uniform in the unit cube; the target is `value(point)` plus noise.
template <class Value>
Dataset function_data(const GeneratorOptions& options, Index features, Value value) {
  check(options);
  Random random(options.seed);
  Matrix points(options.rows, features);
  Vector target(options.rows);
  for (Index i = 0; i < options.rows; ++i) {
    for (Index j = 0; j < features; ++j) points(i, j) = random.uniform();
    target(i) = value(points.row(i)) + options.noise * random.normal();
  }
  return regression_data(std::move(points), std::move(target));
}

template <class IsInside>
Point draw_until(Random& random, double from, double to, IsInside is_wanted) {
  Point point{};
  do {
    point = {random.uniform(from, to), random.uniform(from, to)};
  } while (!is_wanted(point));
  return point;
}

Dataset spirals(const GeneratorOptions& options) {
  return two_classes(options, [](Random& random, bool positive) -> Point {
    constexpr double turns = 1.75;
    // The square root spreads the points evenly along the arms.
    const double radius = std::sqrt(random.uniform(0.02, 1.0));
    const double angle = 2.0 * pi * turns * radius + (positive ? pi : 0.0);
    return {radius * std::cos(angle), radius * std::sin(angle)};
  });
}

Dataset circle(const GeneratorOptions& options) {
  return two_classes(options, [](Random& random, bool positive) {
    constexpr double squared_radius = 2.0 / pi;  // half the area of [-1, 1]²
    return draw_until(random, -1.0, 1.0, [&](const Point& point) {
      return (point[0] * point[0] + point[1] * point[1] < squared_radius) == positive;
    });
  });
}

Dataset checkerboard(const GeneratorOptions& options) {
  return two_classes(options, [](Random& random, bool positive) {
    return draw_until(random, 0.0, 1.0, [&](const Point& point) {
      const int fields_away = static_cast<int>(4.0 * point[0]) + static_cast<int>(4.0 * point[1]);
      return (fields_away % 2 == 1) == positive;
    });
  });
}

Dataset friedman1(const GeneratorOptions& options) {
  return function_data(options, 5, [](const auto& x) {
    return 10.0 * std::sin(pi * x(0) * x(1)) + 20.0 * (x(2) - 0.5) * (x(2) - 0.5) + 10.0 * x(3) +
           5.0 * x(4);
  });
}

Dataset canyon(const GeneratorOptions& options) {
  Dataset data = function_data(options, 2, [](const auto& x) { return canyon_height(x(0), x(1)); });
  data.feature_names = {"east", "north"};
  data.target_name = "height";
  return data;
}

double step_value(double x) {
  if (x < 0.2) return 1.0;
  if (x < 0.45) return -0.5;
  if (x < 0.7) return 2.0;
  return 0.0;
}

Dataset step(const GeneratorOptions& options) {
  return function_data(options, 1, [](const auto& x) { return step_value(x(0)); });
}

}  // namespace

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all = {
      {"spirals", "two interleaved spirals, one class each; 2 features", spirals},
      {"circle", "inside or outside a circle of half the square's area; 2 features", circle},
      {"checkerboard", "the fields of a 4 x 4 checkerboard, by colour; 2 features", checkerboard},
      {"friedman1", "Friedman's smooth function: regression on 5 features", friedman1},
      {"canyon", "heights in metres of a canyon with cliffs and terraces: regression on 2 features",
       canyon},
      {"step", "a piecewise constant function with three jumps: regression on 1 feature", step},
  };
  return all;
}

Dataset generate(const std::string& name, const GeneratorOptions& options) {
  std::vector<std::string> names;
  for (const Generator& generator : generators()) {
    if (generator.name == name) return generator.generate(options);
    names.push_back(generator.name);
  }
  throw Error("generate: there is no generator " + internal::quote(name) + "; choose one of " +
              internal::quote_list(names));
}

}  // namespace tkl
