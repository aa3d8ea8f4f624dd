#include "tkl/fit.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "data/random.hpp"
#include "model/examples.hpp"
#include "tkl/generate.hpp"

namespace tkl {
namespace {

using testing::both_tasks;
using testing::contains;
using testing::error_of;

FitOptions accurate(FitOptions options) {
  options.learn.tolerance = 1e-9;
  return options;
}

double largest_difference(const Vector& a, const Vector& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1.0 + a.cwiseAbs().maxCoeff());
}

TEST(Fit, EveryFamilyLearnsBothTasks) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task, 60);
    for (FitOptions options : testing::options_of_all_families()) {
      options.cost = 100.0;
      const FitResult result = fit(data, options);
      const Model& model = result.model;
      EXPECT_EQ(model.certificate.status, Status::converged) << to_string(options.family);
      EXPECT_LE(model.certificate.relative_gap(), options.learn.tolerance);
      EXPECT_EQ(model.task, task);
      EXPECT_EQ(model.classes, data.classes);
      EXPECT_EQ(model.feature_names, data.feature_names);
      EXPECT_EQ(model.training_rows, 60);
      EXPECT_EQ(model.cost, 100.0);
      EXPECT_EQ(model.tube, task == Task::regression ? options.tube : 0.0);
      EXPECT_TRUE(model.family->feasible_set().contains(model.machines[0].P, 1e-9));
      EXPECT_GT(result.seconds.total, 0.0);
      const Vector predicted = model.predict(data.points);
      if (task == Task::regression) {
        const double variance = (data.target.array() - data.target.mean()).square().mean();
        EXPECT_LT((predicted - data.target).squaredNorm() / 60.0, 0.3 * variance);
      } else {
        EXPECT_GT((predicted.array() == data.target.array()).count(), 48);
      }
    }
  }
}

/// Everything that fit() does before and after learning, done by hand.
TEST(Fit, SolvesTheProblemOfTheDocumentation) {
  const Dataset data = testing::regression_example();
  const FitOptions options = accurate(FitOptions{});
  const Matrix x = FeatureScaler(data.points).transform(data.points);
  const double mean = data.target.mean();
  const Vector centred = data.target.array() - mean;
  const Vector y = centred / std::sqrt(centred.squaredNorm() / static_cast<double>(data.rows()));

  TessellatedOptions tessellated;
  tessellated.box = Box::around_unit_cube(2, options.bound);
  tessellated.function_scale = unit_function_scale(tessellated, x, {});
  const Matrix K = Tessellated(tessellated).gram(Matrix::Identity(6, 6), x, Threads(1));
  EXPECT_NEAR(K.diagonal().mean(), 6.0, 1e-12) << "every function has unit mean square";
  tessellated.scale = 1.0 / (K.diagonal().mean() - K.mean());
  const SvmProblem problem =
      SvmProblem::regression(y, Vector::Constant(data.rows(), options.cost), options.tube);
  const LearnResult by_hand = learn(Tessellated(tessellated), x, problem, options.learn);

  const Model model = fit(data, options).model;
  EXPECT_NEAR(model.certificate.upper, by_hand.upper, 1e-8 * by_hand.upper);
  EXPECT_NEAR(model.machines[0].intercept, by_hand.svm.b, 1e-4);
}

TEST(Fit, RawTargetKeepsTheTargetsUnits) {
  const Dataset data = testing::regression_example();
  FitOptions raw = accurate(FitOptions{});
  raw.raw_target = true;
  raw.tube = 0.7;
  raw.cost = 0.3;
  const Model model = fit(data, raw).model;
  EXPECT_EQ(model.target_scaler.mean(), 0.0);
  EXPECT_EQ(model.target_scaler.scale(), 1.0);
  EXPECT_TRUE(model.raw_target);
  EXPECT_EQ(model.predict(data.points), model.decision_values(data.points));

  // The same problem in standard deviations: tube/σ, and with f = σg the cost per σ.
  const double sigma = TargetScaler(data.target, {}).scale();
  FitOptions standardised = accurate(FitOptions{});
  standardised.tube = raw.tube / sigma;
  standardised.cost = raw.cost / sigma;
  const Model other = fit(data, standardised).model;
  EXPECT_NEAR(other.certificate.upper * sigma * sigma, model.certificate.upper,
              1e-7 * model.certificate.upper);
  EXPECT_LT(largest_difference(model.predict(data.points), other.predict(data.points)), 1e-7);
}

/// With one feature, degree 0 and P = I: k(x, y) = |{z ≥ x, z ≥ y}| + |{z < x, z < y}|.
TEST(Fit, RawKernelIsTheIntegralOverTheBox) {
  Matrix points(5, 1);
  points << 10, 12, 13, 17, 20;
  const Dataset data = regression_data(points, Vector({{1, 3, 2, 5, 4}}));
  FitOptions options;
  options.degree = 0;
  options.tau = 1.0;
  options.bound = 0.25;
  options.raw_kernel = true;
  const Matrix K = fit(data, options).model.kernel(points, points);
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 5; ++j) {
      const double x = (points(i, 0) - 10.0) / 10.0;
      const double y = (points(j, 0) - 10.0) / 10.0;
      EXPECT_NEAR(K(i, j), (1.25 - std::max(x, y)) + (std::min(x, y) + 0.25), 1e-14);
    }
  }
}

TEST(Fit, RawKernelIsTheProbabilityKernelTimesTheVolume) {
  const Dataset data = testing::regression_example();
  for (const Basis basis : {Basis::x, Basis::full}) {
    FitOptions options;
    options.raw_kernel = true;
    options.bound = 0.7;
    options.basis = basis;
    const Model model = fit(data, options).model;
    TessellatedOptions plain;
    plain.box = Box::around_unit_cube(2, 0.7);
    plain.basis = basis;
    const Matrix x = FeatureScaler(data.points).transform(data.points);
    const Matrix K = 2.4 * 2.4 * Tessellated(plain).gram(model.machines[0].P, x, Threads(1));
    EXPECT_LE((model.kernel(data.points, data.points) - K).norm(), 1e-12 * K.norm());
  }
}

TEST(Fit, DefaultKernelHasUnitCentredMeanDiagonalAtTheStart) {
  const Dataset data = testing::regression_example();
  for (FitOptions options : testing::options_of_all_families()) {
    options.tau = 1.0;
    const Matrix K = fit(data, options).model.kernel(data.points, data.points);
    EXPECT_NEAR(K.diagonal().mean() - K.mean(), 1.0, 1e-10) << to_string(options.family);
  }
}

TEST(Fit, OfManyRowsAThousandTellTheSizeOfTheKernel) {
  GeneratorOptions generator;
  generator.rows = 1500;
  const Dataset data = generate("friedman1", generator);
  FitOptions options;
  options.tau = 1.0;
  options.learn.stop = [] { return true; };
  std::vector<Index> order(1500);
  std::iota(order.begin(), order.end(), Index{0});
  internal::Random(1).shuffle(order);  // as fit() does
  std::vector<Index> rows;
  for (std::size_t k = 0; k < 1000; ++k) rows.push_back(order[k * 1500 / 1000]);
  const Matrix points = data.points(rows, Eigen::all);
  const Matrix K = fit(data, options).model.kernel(points, points);
  EXPECT_NEAR(K.diagonal().mean() - K.mean(), 1.0, 1e-10);
}

TEST(Fit, IgnoresTheUnitsOfTheFeatures) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    const Matrix points = testing::new_points(data, 30);
    for (const FitOptions& plain : testing::options_of_all_families()) {
      const FitOptions options = accurate(plain);
      const Vector expected = fit(data, options).model.decision_values(points);
      const auto changed = [&](const Eigen::RowVector2d& factor, const Eigen::RowVector2d& shift) {
        const auto map = [&](const Matrix& x) {
          return Matrix((x * factor.asDiagonal()).rowwise() + shift);
        };
        Dataset other = data;
        other.points = map(data.points);
        return fit(other, options).model.decision_values(map(points));
      };
      // Powers of two change no digit.
      EXPECT_EQ(changed({1024.0, 0.125}, {0.0, 0.0}), expected) << to_string(options.family);
      EXPECT_LT(largest_difference(expected, changed({1e6, 3.7e-5}, {-400.0, 0.02})), 1e-6)
          << to_string(options.family);
    }
  }
}

TEST(Fit, FollowsTheUnitsOfTheTarget) {
  const Dataset data = testing::regression_example();
  const Matrix points = testing::new_points(data, 30);
  for (const FitOptions& plain : testing::options_of_all_families()) {
    const FitOptions options = accurate(plain);
    const Vector expected = fit(data, options).model.predict(points);
    Dataset other = data;
    other.target = 2048.0 * data.target;
    EXPECT_EQ(fit(other, options).model.predict(points), 2048.0 * expected);
    other.target = (-0.037 * data.target.array() + 12.0).matrix();
    const Vector moved = (-0.037 * expected.array() + 12.0).matrix();
    EXPECT_LT(largest_difference(fit(other, options).model.predict(points), moved), 1e-7)
        << to_string(options.family);
  }
}

/// A data set with a weight from 0 to 3 for every row, and the same rows written out.
struct Weighted {
  Dataset weighted;
  Dataset repeated;

  Weighted(Task task, bool with_zeros) : weighted(testing::example(task)) {
    weighted.weights.resize(weighted.rows());
    std::vector<Index> rows;
    for (Index i = 0; i < weighted.rows(); ++i) {
      const int times = static_cast<int>(i * 7 % 3) + (with_zeros ? 0 : 1);
      weighted.weights(i) = times;
      for (int k = 0; k < times; ++k) rows.push_back(i);
    }
    repeated = select_rows(weighted, rows);
    repeated.weights = {};
  }
};

void expect_same_model(const Weighted& data, const FitOptions& options) {
  const Matrix points = testing::new_points(data.weighted, 30);
  const Model one = fit(data.weighted, options).model;
  const Model other = fit(data.repeated, options).model;
  const std::string which = std::string(to_string(options.family)) +
                            (data.weighted.task == Task::regression ? ", regression" : "");
  EXPECT_NEAR(one.certificate.upper, other.certificate.upper, 1e-7 * other.certificate.upper)
      << which;
  // P is determined to the square root of the accuracy of the objective, a fixed kernel's f fully.
  const double accuracy = options.tau == 1.0 ? 1e-6 : 1e-4;
  EXPECT_LT(largest_difference(one.decision_values(points), other.decision_values(points)),
            accuracy)
      << which;
}

TEST(Fit, WeightsAreRepeatedRows) {
  for (const Task task : both_tasks) {
    const Weighted data(task, false);
    for (FitOptions options : testing::options_of_all_families()) {
      options.learn.tolerance = 1e-9;
      expect_same_model(data, options);
      options.tau = 1.0;
      options.learn.tolerance = 1e-12;
      expect_same_model(data, options);
      options.loss = Loss::squared;
      expect_same_model(data, options);
    }
  }
}

TEST(Fit, RowsOfWeightZeroDoNotCount) {
  for (const Task task : both_tasks) {
    const Weighted data(task, true);
    FitOptions options;
    options.tau = 1.0;
    options.learn.tolerance = 1e-12;
    expect_same_model(data, options);
  }
}

TEST(Fit, ConstantColumnsChangeNothing) {
  const Dataset data = testing::regression_example();
  Dataset wider = data;
  wider.points.conservativeResize(Eigen::NoChange, 3);
  wider.points.col(2).setConstant(7.25);
  wider.feature_names.emplace_back("x3");
  for (const FitOptions& options : testing::options_of_all_families()) {
    const Model model = fit(wider, options).model;
    EXPECT_EQ(model.certificate.status, Status::converged) << to_string(options.family);
    Matrix elsewhere = wider.points;
    elsewhere.col(2).setConstant(-1e6);
    EXPECT_EQ(model.predict(elsewhere), model.predict(wider.points));
    EXPECT_LT((model.predict(wider.points) - data.target).cwiseAbs().maxCoeff(), 20.0);
  }
}

TEST(Fit, AllColumnsConstantPredictsOneValue) {
  Dataset data = testing::regression_example();
  data.points.setConstant(3.0);
  for (const FitOptions& options : testing::options_of_all_families()) {
    const Model model = fit(data, options).model;
    const Vector predicted = model.predict(testing::new_points(data, 5));
    EXPECT_TRUE(predicted.allFinite());
    EXPECT_EQ(predicted.minCoeff(), predicted.maxCoeff());
    EXPECT_NEAR(predicted(0), data.target.mean(), 10.0);
  }
}

TEST(Fit, BoxReplacesTheBound) {
  const Dataset data = testing::regression_example();
  FitOptions options;
  options.bound = 0.3;
  const Vector expected = fit(data, options).model.predict(data.points);
  options.bound = 99.0;
  options.box = Box::around_unit_cube(2, 0.3);
  EXPECT_EQ(fit(data, options).model.predict(data.points), expected);
  options.box = Box{Vector({{-0.1, -2.0}}), Vector({{3.0, 1.5}})};
  const Model model = fit(data, options).model;
  const auto& tessellated = dynamic_cast<const Tessellated&>(*model.family);
  EXPECT_EQ(tessellated.options().box.lower, options.box->lower);
  EXPECT_EQ(tessellated.options().box.upper, options.box->upper);
  EXPECT_NE(model.predict(data.points), expected);
}

TEST(Fit, MemoryLimitRefusesBeforeAllocating) {
  // Gram matrices of 300 GB each: any attempt to allocate one would end in another exception.
  const Dataset data = regression_data(Matrix::Random(200000, 1), Vector::Random(200000));
  FitOptions options;
  options.landmarks = 0;
  options.memory_limit = 1e9;
  const std::string error = error_of([&] { fit(data, options); });
  EXPECT_TRUE(contains(error, "200000 rows"));
  EXPECT_TRUE(contains(error, "limit of 1000 MB"));
}

TEST(Fit, LessMemoryThanTheKernelMatrixTakesIsEnough) {
  const Dataset data = generate("friedman1", {.rows = 1500, .noise = 1.0, .seed = 3});
  FitOptions options;
  const double unlimited = estimated_memory(data.rows(), data.features(), options);
  const Model in_memory = fit(data, options).model;
  options.memory_limit = 0.9 * unlimited;
  EXPECT_LE(estimated_memory(data.rows(), data.features(), options), options.memory_limit);
  const Model computed = fit(data, options).model;
  EXPECT_EQ(computed.certificate.status, Status::converged);
  EXPECT_NEAR(computed.certificate.upper, in_memory.certificate.upper,
              2e-3 * in_memory.certificate.upper);
}

TEST(Fit, EstimatedMemoryHoldsTheGramMatrices) {
  const FitOptions options;
  const double gram = 8.0 * 5000.0 * 5000.0;
  EXPECT_GE(estimated_memory(5000, 10, options), 2.0 * gram);
  EXPECT_LE(estimated_memory(5000, 10, options), 3.0 * gram);
  EXPECT_GT(estimated_memory(5000, 20, options), estimated_memory(5000, 10, options));
}

TEST(Fit, ReportsWhyItStopped) {
  const Dataset data = testing::regression_example();
  FitOptions options;
  options.learn.tolerance = 1e-9;
  options.learn.max_iterations = 1;
  EXPECT_EQ(fit(data, options).model.certificate.status, Status::iteration_limit);
  options.learn.stop = [] { return true; };
  const Model model = fit(data, options).model;
  EXPECT_EQ(model.certificate.status, Status::interrupted);
  EXPECT_TRUE(model.predict(data.points).allFinite());
  EXPECT_TRUE(std::isfinite(model.certificate.relative_gap()));
  EXPECT_EQ(model.certificate.history.size(), 1U);
}

TEST(Fit, RefusesOptionsThatCannotBeUsed) {
  const auto error_with = [](const std::function<void(FitOptions&)>& spoil) {
    FitOptions options;
    spoil(options);
    return error_of([&] { fit(testing::regression_example(), options); });
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, infinity}) {
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) { o.cost = bad; }), "cost"));
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) { o.bound = bad; }), "bound"));
  }
  for (const double bad : {-0.1, nan, infinity}) {
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) { o.tube = bad; }), "tube"));
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) { o.tau = bad; }), "tau"));
  }
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.tau = 1.1; }), "tau"));
  for (const int bad : {-1, 1000}) {
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) { o.degree = bad; }), "degree"));
    EXPECT_TRUE(contains(error_with([bad](FitOptions& o) {
                           o.family = Family::polynomial;
                           o.degree = bad;
                         }),
                         "degree"));
  }
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.family = Family::kernels; }), "empty"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) {
                         o.family = Family::kernels;
                         o.kernels = parse_kernel_list("gaussian:1@3");
                       }),
                       "feature 3"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.box = Box::around_unit_cube(3, 1.0); }),
                       "3 features, but the data have 2"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) {
                         o.box = Box{Vector({{0.0, 1.0}}), Vector({{1.0, 1.0}})};
                       }),
                       "lower < upper"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.learn.tolerance = 0.0; }), "tolerance"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.learn.max_iterations = 0; }), "iteration"));
  EXPECT_TRUE(contains(error_with([](FitOptions& o) { o.learn.time_limit = 0.0; }), "time limit"));
}

TEST(Fit, RefusesDataThatCannotBeUsed) {
  Dataset data = testing::regression_example();
  data.target(3) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(error_of([&] { fit(data); }), "row 4"));
  Dataset one_class = testing::classification_example();
  one_class.target.setZero();
  EXPECT_TRUE(contains(error_of([&] { fit(one_class); }), "class"));
}

}  // namespace
}  // namespace tkl
