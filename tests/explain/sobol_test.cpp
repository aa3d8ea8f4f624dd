#include "explain/sobol.hpp"

#include <cmath>
#include <map>
#include <memory>

#include <gtest/gtest.h>

#include "explain/estimate_sobol.hpp"
#include "support/options.hpp"
#include "support/random.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::Random;

constexpr Index features = 4;

/// A weighted sum of kernels, once as the family evaluates it and once as products.
struct Example {
  std::shared_ptr<const KernelFamily> family;
  Matrix P;
  Matrix x;
  Vector w;

  Example(std::shared_ptr<const KernelFamily> any, Random& random)
      : family(std::move(any)),
        x(testing::uniform_matrix(random, 7, features)),
        w(testing::uniform_vector(random, 7, -1.0, 1.0)) {
    const Matrix start = family->feasible_set().start();
    P = start;
    if (start.cols() > 1) {
      const Matrix half = testing::uniform_matrix(random, start.rows(), start.cols(), -1.0, 1.0);
      P = half * half.transpose();
    } else {
      P = testing::uniform_matrix(random, start.rows(), 1, 0.2, 1.0);
    }
  }
  Matrix at(const Matrix& y) const { return family->kernel(P, y, x, Threads(1)) * w; }
  ProductForm form() const { return *family->product_form(P, x, w); }
};

std::shared_ptr<const KernelFamily> tessellated(int degree, bool reflected) {
  Vector bounds(features);
  bounds << 0.1, 0.5, 2.0, 0.3;
  TessellatedOptions options = testing::tessellated(Box::around_unit_cube(bounds), degree);
  options.reflected = reflected;
  options.function_scale =
      unit_function_scale(options, Matrix::Random(20, features).cwiseAbs(), {});
  options.scale = 1.7;
  return std::make_shared<Tessellated>(options);
}

std::vector<Example> examples() {
  Random random(3001);
  std::vector<Example> all;
  for (const int degree : {0, 1}) {
    for (const bool reflected : {false, true})
      all.emplace_back(tessellated(degree, reflected), random);
  }
  KernelListOptions list =
      testing::kernel_list(features, {testing::gaussian(0.6), testing::gaussian(0.3, 2, 1.5)}, 1.3);
  list.feature_scale = Vector::LinSpaced(features, 0.5, 2.0);
  all.emplace_back(std::make_shared<KernelList>(list), random);
  return all;
}

TEST(ProductForm, IsTheKernelSum) {
  Random random(3002);
  const Matrix y = testing::uniform_matrix(random, 9, features, -0.05, 1.05);
  for (const Example& example : examples()) {
    const ProductForm form = example.form();
    Matrix terms = form.constants.replicate(1, y.rows());
    for (Index l = 0; l < features; ++l) terms += form.summands(l, y.col(l));
    for (Index l = 0; l < features; ++l) terms = terms.cwiseProduct(form.factors(l, y.col(l)));
    const Vector sums = terms.colwise().sum();
    EXPECT_LE((sums - example.at(y)).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(ProductForm, IsNotClaimedForOtherKernels) {
  const Matrix x = Matrix::Random(3, features).cwiseAbs();
  const Vector w = Vector::Ones(3);
  const KernelList matern(testing::kernel_list(features, {testing::matern(1.0)}));
  EXPECT_FALSE(matern.product_form(Matrix::Ones(1, 1), x, w));
  const Tessellated quadratic(testing::tessellated(Box::around_unit_cube(features, 0.5), 2));
  EXPECT_FALSE(quadratic.product_form(quadratic.feasible_set().start(), x, w));
  const Tessellated full(
      testing::tessellated(Box::around_unit_cube(features, 0.5), 1, Basis::full));
  EXPECT_FALSE(full.product_form(full.feasible_set().start(), x, w));
}

/// One group of two features, two of one; few enough values that all combinations can be listed.
std::vector<InputGroup> few_values() {
  Random random(3003);
  return {{{0, 2}, testing::uniform_matrix(random, 5, 2)},
          {{1}, testing::uniform_matrix(random, 4, 1)},
          {{3}, testing::uniform_matrix(random, 6, 1)}};
}

/// All combinations of values, and for each the value that every group has.
struct Combinations {
  Matrix points;
  std::vector<std::vector<Index>> choice;
};

Combinations combinations(const std::vector<InputGroup>& groups) {
  std::vector<std::vector<Index>> all = {{}};
  for (const InputGroup& group : groups) {
    std::vector<std::vector<Index>> longer;
    for (const auto& chosen : all) {
      for (Index v = 0; v < group.values.rows(); ++v) {
        longer.push_back(chosen);
        longer.back().push_back(v);
      }
    }
    all = longer;
  }
  Combinations result{Matrix(static_cast<Index>(all.size()), features), all};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      result.points(static_cast<Index>(i), groups[g].features) = groups[g].values.row(all[i][g]);
    }
  }
  return result;
}

/// The variance of the mean of f over all points that agree in what `kept` tells of their choice.
template <class Kept>
double variance_of_mean(const Vector& f, const Combinations& all, Kept kept) {
  std::map<std::vector<Index>, std::pair<double, double>> sums;
  for (std::size_t i = 0; i < all.choice.size(); ++i) {
    auto& [sum, count] = sums[kept(all.choice[i])];
    sum += f(static_cast<Index>(i));
    count += 1.0;
  }
  double square = 0.0;
  for (const auto& [key, entry] : sums) {
    square += std::pow(entry.first / entry.second - f.mean(), 2) * entry.second;
  }
  return square / static_cast<double>(f.size());
}

TEST(VarianceParts, AgreeWithTheListOfAllCombinations) {
  const std::vector<InputGroup> groups = few_values();
  const Combinations all = combinations(groups);
  for (const Example& example : examples()) {
    const Vector f = example.at(all.points);
    const VarianceParts parts = variance_parts(example.form(), groups, Threads(2));
    const double variance = (f.array() - f.mean()).square().mean();
    EXPECT_NEAR(parts.variance, variance, 1e-9 * variance);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      const double main = variance_of_mean(
          f, all, [&](const auto& choice) { return std::vector<Index>{choice[g]}; });
      const double rest = variance_of_mean(f, all, [&](auto choice) {
        choice.erase(choice.begin() + static_cast<std::ptrdiff_t>(g));
        return choice;
      });
      EXPECT_NEAR(parts.main(static_cast<Index>(g)), main, 1e-9 * variance);
      EXPECT_NEAR(parts.total(static_cast<Index>(g)), variance - rest, 1e-9 * variance);
    }
  }
}

TEST(VarianceParts, AreTheSameForAnyNumberOfThreads) {
  Random random(3004);
  Example example(tessellated(1, false), random);
  example.x = testing::uniform_matrix(random, 300, features);
  example.w = testing::uniform_vector(random, 300, -1.0, 1.0);
  const VarianceParts one = variance_parts(example.form(), few_values(), Threads(1));
  const VarianceParts three = variance_parts(example.form(), few_values(), Threads(3));
  EXPECT_EQ(one.variance, three.variance);
  EXPECT_TRUE(one.total == three.total);
}

TEST(EstimateVarianceParts, ComesNearTheClosedForm) {
  const std::vector<InputGroup> groups = few_values();
  for (const Example& example : examples()) {
    const VarianceParts exact = variance_parts(example.form(), groups, Threads(1));
    const VarianceParts estimate = estimate_variance_parts(
        [&](const Matrix& y) { return example.at(y); }, features, groups, 7);
    EXPECT_NEAR(estimate.variance, exact.variance, 0.1 * exact.variance);
    EXPECT_LE((estimate.main - exact.main).cwiseAbs().maxCoeff(), 0.1 * exact.variance);
    EXPECT_LE((estimate.total - exact.total).cwiseAbs().maxCoeff(), 0.1 * exact.variance);
  }
}

/// y = a + b c + 0 d, of inputs that are uniform on [-1, 1].
TEST(EstimateVarianceParts, AreNeverMoreThanThereIs) {
  const Matrix values = Vector::LinSpaced(2001, -1.0, 1.0);
  std::vector<InputGroup> groups;
  for (Index k = 0; k < 4; ++k) groups.push_back({{k}, values});
  const auto f = [](const Matrix& y) { return Matrix(y.col(0) + y.col(1).cwiseProduct(y.col(2))); };
  const double of_a = 1.0 / 3.0;
  const double of_product = 1.0 / 9.0;
  const double all = of_a + of_product;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const VarianceParts parts = estimate_variance_parts(f, 4, groups, seed);
    EXPECT_NEAR(parts.variance, all, 0.05 * all);
    for (Index g = 0; g < 4; ++g) {
      EXPECT_GE(parts.main(g), 0.0);
      EXPECT_LE(parts.main(g), parts.total(g));
      EXPECT_LE(parts.total(g), parts.variance);
    }
    EXPECT_NEAR(parts.main(0), of_a, 0.05 * all);
    EXPECT_NEAR(parts.total(0), of_a, 0.05 * all);
    for (const Index g : {1, 2}) {
      EXPECT_NEAR(parts.main(g), 0.0, 0.05 * all);
      EXPECT_NEAR(parts.total(g), of_product, 0.05 * all);
    }
    EXPECT_NEAR(parts.total(3), 0.0, 1e-3 * all);

    const VarianceParts alone = estimate_variance_parts(
        [](const Matrix& y) { return Matrix(y.array().exp()); }, 1, {groups[0]}, seed);
    EXPECT_NEAR(alone.main(0), alone.variance, 1e-3 * alone.variance);
    EXPECT_NEAR(alone.total(0), alone.variance, 1e-3 * alone.variance);
  }
}

}  // namespace
}  // namespace tkl
