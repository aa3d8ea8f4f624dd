#include "tkl/select.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "select/examples.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::example;

TEST(Select, TinyDataAreFittedAsTheyAre) {
  const Dataset data =
      regression_data((Matrix(3, 1) << 1, 2, 3).finished(), (Vector(3) << 1, 4, 9).finished());
  EXPECT_FALSE(select(data, {}).fit.model.search.has_value());
}

TEST(Select, ATargetThatIsTheSameEverywhereIsPredicted) {
  Dataset data = example("friedman1", 60, 1.0);
  data.target.setConstant(5.25);
  for (const Strategy strategy : {Strategy::automatic, Strategy::grid}) {
    SelectOptions options;
    options.strategy = strategy;
    const Model model = select(data, {}, options).fit.model;
    EXPECT_TRUE(model.predict(data.points).isConstant(5.25));
    EXPECT_EQ(model.interval_radius(0.9), 0.0);
  }
}

TEST(Select, TheUnitOfTheTargetMakesNoDifference) {
  Dataset data = example("friedman1", 60, 1.0);
  const Vector target = data.target;
  const SearchRecord record = *select(data, {}).fit.model.search;
  for (const int power : {-450, 450}) {  // of two, so that nothing is rounded; 1e-135 and 1e135
    const auto in_unit = [power](double value) { return std::ldexp(value, power); };
    const auto in_square = [power](double value) { return std::ldexp(value, 2 * power); };
    data.target = target.unaryExpr(in_unit);
    const Model model = select(data, {}).fit.model;
    const SearchRecord& other = *model.search;
    ASSERT_EQ(other.points.size(), record.points.size());
    for (std::size_t k = 0; k < record.points.size(); ++k) {
      const SearchPoint& point = record.points[k];
      EXPECT_DOUBLE_EQ(other.points[k].mean, in_square(point.mean));
      EXPECT_NEAR(other.points[k].deviation, in_square(point.deviation),
                  1e-12 * in_square(point.deviation));
    }
    EXPECT_EQ(other.chosen, record.chosen);
    EXPECT_DOUBLE_EQ(other.expected, in_square(record.expected));
  }
}

TEST(Select, RefusesATargetWhoseErrorsHaveNoSquares) {
  const Dataset data = example("friedman1", 40, 1.0);
  for (const double unit : {1e200, 1e-200}) {
    Dataset other = data;
    other.target *= unit;
    EXPECT_TRUE(contains(error_of([&] { select(other, {}); }), "use another unit")) << unit;
    // A fit alone needs no squares of errors.
    const Vector predicted = fit(other).model.predict(other.points) / unit;
    EXPECT_LT(mean_squared_error(data.target, predicted), 10.0) << unit;
  }
}

TEST(Select, RefusesWhatMakesNoSense) {
  const Dataset data = example("friedman1", 40, 1.0);
  SelectOptions options;
  options.metric = Metric::accuracy;
  EXPECT_TRUE(contains(error_of([&] { select(data, {}, options); }), "accuracy"));
  options.metric = {};
  options.folds = 1;
  EXPECT_TRUE(contains(error_of([&] { select(data, {}, options); }), "at least 2 folds"));
}

}  // namespace
}  // namespace tkl
