#include "tkl/select.hpp"

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
