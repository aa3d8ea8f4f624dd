#include "tkl/report.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/examples.hpp"
#include "tkl/error.hpp"
#include "tkl/explain.hpp"
#include "tkl/fit.hpp"
#include "tkl/generate.hpp"
#include "tkl/metrics.hpp"
#include "tkl/select.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using nlohmann::json;
using testing::classification_example;
using testing::new_points;
using testing::regression_example;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// Settings that are given cost one cross-validation, which makes intervals and probabilities.
Model trained(const Dataset& data, int bound_as_percent = 50) {
  FitOptions options;
  options.bound = bound_as_percent / 100.0;
  options.learn.threads = Threads(1);
  return select(data, options, {.given = Given::everything()}).fit.model;
}

json report_of(const Model& model, const ReportData& data = {}) {
  return json::parse(report_json(model, data, {.threads = Threads(1)}));
}

Vector vector_of(const json& list) {
  const auto values = list.get<std::vector<double>>();
  return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

std::string words_of(const json& report) {
  std::string words;
  for (const json& sentence : report["summary"]["sentences"]) {
    words += sentence["text"].get<std::string>() + "\n";
  }
  return words;
}

class RegressionReport : public ::testing::Test {
 protected:
  const Dataset train_ = regression_example(60, 1);
  const Dataset test_ = regression_example(50, 2);
  const Model model_ = trained(train_);
  const json report_ = report_of(model_, {"test.csv", test_.points, test_.target});
};

TEST_F(RegressionReport, QualityIsThatOfThePredictions) {
  const Vector residuals = test_.target - model_.predict(test_.points);
  const json& quality = report_["quality"];
  const double mse = residuals.squaredNorm() / 50.0;
  EXPECT_NEAR(quality["mean_squared_error"], mse, 1e-12 * mse);
  EXPECT_NEAR(quality["root_mean_square_error"], std::sqrt(mse), 1e-12 * mse);
  EXPECT_NEAR(quality["mean_absolute_error"], residuals.cwiseAbs().mean(), 1e-12 * mse);
  EXPECT_NEAR(quality["bias"], -residuals.mean(), 1e-9);
  const double spread = (test_.target.array() - test_.target.mean()).square().sum();
  EXPECT_NEAR(quality["r2"], 1.0 - residuals.squaredNorm() / spread, 1e-12);
  const double radius = model_.interval_radius(0.9);
  EXPECT_EQ(quality["held_out"]["radius"], radius);
  EXPECT_EQ(quality["inside_interval"],
            static_cast<double>((residuals.array().abs() <= radius).count()) / 50.0);
  EXPECT_EQ(quality["points"].size(), 50U);
  const auto counts = quality["residuals"]["counts"].get<std::vector<int>>();
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0), 50);
}

TEST_F(RegressionReport, WorstRowsComeFirst) {
  const Vector residuals = (test_.target - model_.predict(test_.points)).cwiseAbs();
  Index worst = 0;
  residuals.maxCoeff(&worst);
  const json& first = report_["quality"]["worst"][0];
  EXPECT_EQ(first["row"], worst + 1);
  EXPECT_EQ(first["observed"], test_.target(worst));
  EXPECT_EQ(first["values"].size(), 2U);
}

TEST_F(RegressionReport, DependenceIsTheMeanOverRows) {
  const json& column = report_["influence"]["dependence"]["columns"][0];
  const Index feature = column["name"] == "x1" ? 0 : 1;
  const Vector values = vector_of(column["values"]);
  const Vector mean = vector_of(column["outputs"][0]["mean"]);
  ASSERT_EQ(values.size(), mean.size());
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end()));
  for (const Index k : {Index{0}, values.size() / 2, values.size() - 1}) {
    Matrix moved = test_.points;
    moved.col(feature).setConstant(values(k));
    EXPECT_NEAR(mean(k), model_.predict(moved).mean(), 1e-2);  // of values near 1000, six digits
  }
}

TEST_F(RegressionReport, CutsAreSupportVectors) {
  const json& column = report_["influence"]["dependence"]["columns"][0];
  const Vector cuts = vector_of(column["cuts"]);
  const Index feature = column["name"] == "x1" ? 0 : 1;
  for (const double cut : cuts) {
    EXPECT_LT((model_.support_vectors.col(feature).array() - cut).abs().minCoeff(),
              1e-5 * std::abs(cut));
  }
}

TEST_F(RegressionReport, SurfaceIsThePrediction) {
  const json& surface = report_["influence"]["surfaces"][0];
  EXPECT_EQ(report_["influence"]["surfaces"].size(), 1U);
  const bool straight = surface["x"] == "x1";
  const Vector x = vector_of(surface["x_values"]);
  const Vector y = vector_of(surface["y_values"]);
  const Vector values = vector_of(surface["outputs"][0]);
  ASSERT_EQ(values.size(), x.size() * y.size());
  Matrix point(1, 2);
  point(0, straight ? 0 : 1) = x(7);
  point(0, straight ? 1 : 0) = y(3);
  EXPECT_NEAR(values(3 * x.size() + 7), model_.predict(point)(0), 1e-2);
}

TEST_F(RegressionReport, KernelIsTheModels) {
  const json& machine = report_["kernel"]["machines"][0];
  EXPECT_EQ(report_["kernel"]["ordered_by"], "target");
  std::vector<Index> order(50);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return test_.target(a) < test_.target(b); });
  const Matrix sorted = test_.points(order, Eigen::all);
  const Matrix K = model_.kernel(sorted, sorted);
  const json& gram = machine["gram"];
  for (const Index i : {0, 20, 49}) {
    for (const Index j : {3, 48}) {
      EXPECT_NEAR(gram[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)], K(i, j),
                  1e-5 * std::abs(K(i, j)));
    }
  }
  // At x0 itself a slice is k(x0, x0).
  const json& slice = machine["centres"][0]["slices"][0];
  const Vector x = vector_of(slice["x"]);
  const auto at = std::find(x.begin(), x.end(), slice["at"].get<double>()) - x.begin();
  ASSERT_LT(at, x.size());
  EXPECT_NEAR(vector_of(slice["k"])(at), K(0, 0), 1e-5 * K(0, 0));
}

TEST_F(RegressionReport, ParameterAndEigenvaluesAgree) {
  const json& parameter = report_["kernel"]["machines"][0]["parameter"];
  const Matrix& P = model_.machines[0].P;
  EXPECT_EQ(parameter["size"], P.rows());
  EXPECT_EQ(parameter["names"].size(), static_cast<std::size_t>(P.rows()));
  EXPECT_EQ(parameter["names"][1], "x1, above");
  EXPECT_NEAR(vector_of(parameter["eigenvalues"]).sum(), P.trace(), 1e-4);
  EXPECT_NEAR(parameter["P"][1][2], P(1, 2), 1e-5 * std::abs(P(1, 2)));
}

TEST_F(RegressionReport, CertificateIsTheModels) {
  const json& certificate = report_["certificate"][0];
  EXPECT_EQ(certificate["upper"], model_.certificate.upper);
  EXPECT_EQ(certificate["lower"], model_.certificate.lower);
  EXPECT_EQ(certificate["relative_gap"], model_.certificate.relative_gap());
  EXPECT_EQ(certificate["history"].size(), model_.certificate.history.size());
}

TEST_F(RegressionReport, ImportanceIsThatOfExplain) {
  const Explanation explanation = explain(model_, test_.points);
  const json& columns = report_["influence"]["importance"]["columns"];
  for (const json& column : columns) {
    const auto& expected = explanation.columns[column["name"] == "x1" ? 0 : 1];
    EXPECT_NEAR(column["total"], expected.total, 1e-9);
  }
  EXPECT_GE(columns[0]["total"], columns[1]["total"]);
}

TEST_F(RegressionReport, SaysItInWords) {
  const std::string words = words_of(report_);
  for (const char* part :
       {"The model predicts target, a number, from 2 columns. It learned from 60 rows.",
        "On the 50 rows of test.csv its typical error (root mean square) is",
        "90% of new values should lie within ±", "that is proven"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part << "\nis not in\n" << words;
  }
  EXPECT_EQ(words.find("learned from these very rows"), std::string::npos);
}

TEST_F(RegressionReport, RecognisesTheTrainingData) {
  const json report = report_of(model_, {"train.csv", train_.points, train_.target});
  EXPECT_EQ(report["quality"]["support_vectors_among_rows"], 1.0);
  EXPECT_NE(words_of(report).find("It learned from these very rows"), std::string::npos);
  EXPECT_EQ(report_["quality"]["support_vectors_among_rows"], 0.0);
}

TEST_F(RegressionReport, CountsRowsOutsideOfTraining) {
  Matrix points = train_.points.topRows(5);
  points(2, 0) = model_.feature_scaler.maximum()(0) + 1.0;
  points(4, 0) = model_.feature_scaler.minimum()(0) - 1.0;
  points(4, 1) = model_.feature_scaler.minimum()(1) - 1.0;
  const json report = report_of(model_, {"some.csv", points, {}});
  EXPECT_EQ(report["data"]["rows_outside"], 2);
  EXPECT_EQ(report["data"]["columns"][0]["above"], 1);
  EXPECT_EQ(report["data"]["columns"][0]["below"], 1);
  EXPECT_EQ(report["data"]["columns"][1]["below"], 1);
}

TEST_F(RegressionReport, ManyRowsAreMeasuredAllAndDrawnInPart) {
  const Dataset many = regression_example(5000, 3);
  const json report = report_of(model_, {"many.csv", many.points, many.target});
  EXPECT_EQ(report["quality"]["points"].size(), 1500U);
  const double mse = mean_squared_error(many.target, model_.predict(many.points));
  EXPECT_NEAR(report["quality"]["mean_squared_error"], mse, 1e-12 * mse);
  EXPECT_EQ(report["kernel"]["labels"].size(), 60U);
}

TEST_F(RegressionReport, NeedsNoData) {
  const json report = report_of(model_);
  EXPECT_EQ(report["data"]["rows"], 0);
  EXPECT_FALSE(report["quality"].contains("mean_squared_error"));
  EXPECT_EQ(report["kernel"]["ordered_by"], "prediction");
  EXPECT_FALSE(report["influence"]["importance"]["of_data"].get<bool>());
  EXPECT_NE(words_of(report).find("No data were given"), std::string::npos);
}

TEST_F(RegressionReport, OneRowIsEnough) {
  const json report = report_of(model_, {"one.csv", test_.points.topRows(1), test_.target.head(1)});
  EXPECT_EQ(report["quality"]["rows_with_target"], 1);
  EXPECT_TRUE(report["quality"]["r2"].is_null());
}

TEST_F(RegressionReport, RowsWithoutTargetDoNotCount) {
  Vector target = test_.target;
  target(7) = unknown;
  const json report = report_of(model_, {"test.csv", test_.points, target});
  EXPECT_EQ(report["quality"]["rows"], 50);
  EXPECT_EQ(report["quality"]["rows_with_target"], 49);
}

TEST_F(RegressionReport, RefusesDataOfAnotherShape) {
  EXPECT_THROW(report_json(model_, {"a", Matrix::Zero(3, 5), {}}), Error);
  EXPECT_THROW(report_json(model_, {"a", Matrix::Zero(3, 2), Vector::Zero(2)}), Error);
}

TEST(ClassReport, CurvesAndCountsAgreeWithTheMetrics) {
  const Model model = trained(classification_example(80, 1));
  const Dataset test = classification_example(120, 2);
  const json quality = report_of(model, {"t", test.points, test.target})["quality"];
  const Vector predicted = model.predict(test.points);
  EXPECT_EQ(quality["correct"], count_equal(test.target, predicted));
  int all = 0;
  for (const json& row : quality["confusion"]) {
    for (const json& count : row) all += count.get<int>();
  }
  EXPECT_EQ(all, 120);
  EXPECT_EQ(quality["confusion"][1][1].get<int>(),
            (test.target.array() == 1.0 && predicted.array() == 1.0).count());
  // The area under the drawn curve, by trapezoids, is the one that is stated.
  const json& curve = quality["receiver_curves"][0]["curve"];
  double area = 0.0;
  for (std::size_t k = 1; k < curve.size(); ++k) {
    area += (curve[k][0].get<double>() - curve[k - 1][0].get<double>()) * 0.5 *
            (curve[k][1].get<double>() + curve[k - 1][1].get<double>());
  }
  EXPECT_NEAR(area, quality["receiver_curves"][0]["area"], 1e-4);
  double rows = 0.0;
  double true_ones = 0.0;
  for (const json& bin : quality["calibration"]) {
    rows += bin["count"].get<double>();
    true_ones += bin["count"].get<double>() * bin["share"].get<double>();
    EXPECT_LE(bin["lower"], bin["share"]);
    EXPECT_GE(bin["upper"], bin["share"]);
  }
  EXPECT_EQ(rows, 120.0);
  EXPECT_NEAR(true_ones, test.target.sum(), 1e-9);
}

TEST(ClassReport, ClassesThatTheModelDoesNotKnowAreWrong) {
  const Model model = trained(classification_example(80, 1));
  Dataset test = classification_example(10, 2);
  test.target(0) = -1.0;
  const json quality = report_of(model, {"t", test.points, test.target})["quality"];
  EXPECT_EQ(quality["total"], 10);
  EXPECT_EQ(quality["unknown_classes"], 1);
  EXPECT_LE(quality["correct"], 9);
}

TEST(ClassReport, SeveralClasses) {
  const Dataset data = regression_example(90, 4);
  std::vector<std::string> labels;
  for (const double y : data.target)
    labels.emplace_back(y < 1000 ? "low" : y < 1015 ? "mid" : "top");
  const Dataset classes = classification_data(data.points, labels);
  const Model model = trained(classes);
  const json report = report_of(model, {"t", classes.points, classes.target});
  EXPECT_EQ(report["quality"]["receiver_curves"].size(), 3U);
  EXPECT_EQ(report["influence"]["outputs"].size(), 3U);
  EXPECT_EQ(report["kernel"]["machines"].size(), 3U);
  EXPECT_EQ(report["kernel"]["machines"][0]["machine"].get<std::string>().find("against") ==
                std::string::npos,
            false);
}

TEST(Report, EveryFamily) {
  const Dataset data = regression_example(40);
  for (const FitOptions& options : testing::options_of_all_families()) {
    const Model model = fit(data, options).model;
    const json report = report_of(model, {"t", data.points, data.target});
    EXPECT_FALSE(report["kernel"]["machines"][0]["kernel"].get<std::string>().empty());
    EXPECT_TRUE(report["search"].is_null());
    EXPECT_NE(words_of(report).find("It has no intervals"), std::string::npos);
  }
}

TEST(Report, MeansOfModelsAreShownOneByOne) {
  const Dataset data = generate("friedman1", {.rows = 100, .noise = 1.0, .seed = 1});
  const Model model = select(data, {}, {.time_limit = 5.0}).fit.model;
  const json report = report_of(model, {"t", data.points, data.target});
  EXPECT_EQ(report["certificate"].size(), model.companions.size() + 1);
  EXPECT_EQ(report["search"]["points"].size(), model.search->points.size());
  EXPECT_FALSE(report["search"]["points"][0]["settings"].get<std::string>().empty());
  double shares = 0.0;
  for (const json& member : report["model"]["members"]) shares += member["share"].get<double>();
  EXPECT_NEAR(shares, 1.0, 1e-9);
}

TEST(Report, CategoriesAndGaps) {
  std::string text = "colour,age,price\n";
  for (int i = 0; i < 40; ++i) {
    text += (i % 3 == 0   ? "red,"
             : i % 3 == 1 ? "blue,"
                          : ",") +
            (i % 5 == 0 ? std::string() : std::to_string(i)) + "," + std::to_string(i % 7) + "\n";
  }
  const Dataset data = to_dataset(parse_table(text, "toys.csv"));
  const Model model = fit(data).model;
  const Table table =
      parse_table("colour,age,price\ngreen,3,1\nred,,2\n,4,3\nblue,100,4\n", "n.csv");
  const Matrix points = to_prediction_data(table, model.recipe, model.target_name).points;
  const json columns = report_of(model, {"n", points, {}})["data"]["columns"];
  EXPECT_EQ(columns[0]["kind"], "category");
  EXPECT_EQ(columns[0]["trained_levels"], 2) << "a gap is no level";
  EXPECT_EQ(columns[0]["unknown"], 1);
  EXPECT_EQ(columns[0]["missing"], 1);
  EXPECT_EQ(columns[1]["missing"], 1);
  EXPECT_EQ(columns[1]["above"], 1);
  const json all = report_of(model, {"t", data.points, data.target});
  EXPECT_EQ(all["influence"]["dependence"]["columns"].size(), 2U);
}

TEST(Report, ErrorsAreLargestWhereTheyAre) {
  // Noise in one fifth of one feature only.
  Dataset data = regression_example(400, 5);
  const Model model = trained(regression_example(80, 6));
  data.target = model.predict(data.points);
  const double upper_fifth = 340.0;
  for (Index i = 0; i < data.rows(); ++i) {
    data.target(i) += data.points(i, 0) > upper_fifth ? 10.0 : 0.1;
  }
  const json spots = report_of(model, {"t", data.points, data.target})["quality"]["weak_spots"];
  ASSERT_FALSE(spots.empty());
  EXPECT_EQ(spots[0]["where"].get<std::string>().substr(0, 14), "x1 is at least");
}

TEST(Report, ConstantTargetHasNothingToShow) {
  Dataset data = regression_example(20);
  data.target.setConstant(3.0);
  const Model model = fit(data).model;
  const json report = report_of(model, {"t", data.points, data.target});
  EXPECT_TRUE(report["quality"]["r2"].is_null());
  EXPECT_EQ(report_of(model)["data"]["rows"], 0);
}

TEST(Report, NothingInThePageComesFromNamesAsMarkup) {
  if (!has_report_page()) GTEST_SKIP() << "built without the page";
  Dataset data = regression_example(30);
  data.feature_names = {"</script><script>alert(1)</script>", "<!--<img src=x onerror=alert(2)>"};
  data.recipe = recipe_of_numbers(data.feature_names);
  data.target_name =
      "a\xE2\x80\xA8"
      "b\xFF<b>&amp;";
  const Model model = fit(data).model;
  const std::string page = report_page(model, {"<i>", data.points, data.target});
  EXPECT_EQ(page.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<i>"), std::string::npos);
  EXPECT_EQ(page.find("\xE2\x80\xA8"), std::string::npos);
  EXPECT_EQ(page.find("\xFF"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script\\u003e"), std::string::npos);
}

}  // namespace
}  // namespace tkl
