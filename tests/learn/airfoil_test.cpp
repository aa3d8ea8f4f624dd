/// NASA's airfoil self-noise data in the setting where nearly all points are support vectors.

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "data/random.hpp"
#include "tkl/fit.hpp"
#include "tkl/metrics.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

constexpr Index training_rows = 1300;

class AirfoilSlow : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("TKL_DATA");
    const auto file = std::filesystem::path(folder ? folder : TKL_DATA_DIR) / "airfoil.csv";
    if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
    data = to_dataset(read_table(file));
    ASSERT_EQ(data.rows(), 1503);
    ASSERT_EQ(data.features(), 5);
  }

  /// The first 1300 rows of a random order and the rest.
  std::pair<Dataset, Dataset> split(std::uint64_t seed) const {
    std::vector<Index> order(static_cast<std::size_t>(data.rows()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    internal::Random random(seed);
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      std::swap(order[i],
                order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
    }
    const auto middle = order.begin() + training_rows;
    return {select_rows(data, {order.begin(), middle}), select_rows(data, {middle, order.end()})};
  }

  static FitOptions options() {
    FitOptions options;
    options.bound = 0.1;
    options.tube = 0.01;
    options.cost = 1000.0;
    return options;
  }

  Dataset data;
};

TEST_F(AirfoilSlow, DefaultMethodReachesSixDigits) {
  FitOptions six_digits = options();
  six_digits.learn.tolerance = 1e-6;
  const Model model = fit(split(1).first, six_digits).model;
  EXPECT_EQ(model.certificate.status, Status::converged);
  EXPECT_LE(model.certificate.relative_gap(), 1e-6);
  EXPECT_GT(model.support.size(), 1000U);
}

TEST_F(AirfoilSlow, FrankWolfeReachesTwoDigits) {
  FitOptions two_digits = options();
  two_digits.learn.method = Method::frank_wolfe;
  two_digits.learn.tolerance = 1e-2;
  const Model model = fit(split(1).first, two_digits).model;
  EXPECT_EQ(model.certificate.status, Status::converged);
  EXPECT_LE(model.certificate.relative_gap(), 1e-2);
}

/// Predicting the mean has an error of 47, and P = I one of 1.80 on these splits.
TEST_F(AirfoilSlow, TestErrorIsThatOfAGoodModel) {
  double sum = 0.0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    const auto [train, test] = split(seed);
    const Model model = fit(train, options()).model;
    const double error = mean_squared_error(test.target, model.predict(test.points));
    RecordProperty("seed" + std::to_string(seed), std::to_string(error));
    EXPECT_LE(error, 3.0) << "split " << seed;
    sum += error;
  }
  EXPECT_LE(sum / 5.0, 1.75);
}

}  // namespace
}  // namespace tkl
