#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/examples.hpp"
#include "model/temporary_folder.hpp"
#include "tkl/model.hpp"
#include "tkl/version.hpp"

namespace tkl {
namespace {

using testing::both_tasks;
using testing::contains;
using testing::content_of;
using testing::error_of;
using testing::TemporaryFolder;

void expect_equal(const Model& a, const Model& b) {
  EXPECT_EQ(a.task, b.task);
  EXPECT_EQ(a.feature_names, b.feature_names);
  EXPECT_EQ(a.target_name, b.target_name);
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(a.feature_scaler.minimum(), b.feature_scaler.minimum());
  EXPECT_EQ(a.feature_scaler.maximum(), b.feature_scaler.maximum());
  EXPECT_EQ(a.target_scaler.mean(), b.target_scaler.mean());
  EXPECT_EQ(a.target_scaler.scale(), b.target_scaler.scale());
  EXPECT_EQ(a.machines[0].P, b.machines[0].P);
  EXPECT_EQ(a.support, b.support);
  EXPECT_EQ(a.support_vectors, b.support_vectors);
  EXPECT_EQ(a.machines[0].weights, b.machines[0].weights);
  EXPECT_EQ(a.machines[0].intercept, b.machines[0].intercept);
  EXPECT_EQ(a.training_rows, b.training_rows);
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.tube, b.tube);
  EXPECT_EQ(a.raw_target, b.raw_target);
  EXPECT_EQ(a.raw_kernel, b.raw_kernel);
  EXPECT_EQ(a.library_version, b.library_version);
  EXPECT_EQ(a.certificate.upper, b.certificate.upper);
  EXPECT_EQ(a.certificate.lower, b.certificate.lower);
  EXPECT_EQ(a.certificate.status, b.certificate.status);
  EXPECT_EQ(a.certificate.tolerance, b.certificate.tolerance);
  EXPECT_EQ(a.certificate.method, b.certificate.method);
  EXPECT_EQ(a.certificate.inner_solves, b.certificate.inner_solves);
  ASSERT_EQ(a.certificate.history.size(), b.certificate.history.size());
  for (std::size_t k = 0; k < a.certificate.history.size(); ++k) {
    EXPECT_EQ(a.certificate.history[k].iteration, b.certificate.history[k].iteration);
    EXPECT_EQ(a.certificate.history[k].upper, b.certificate.history[k].upper);
    EXPECT_EQ(a.certificate.history[k].lower, b.certificate.history[k].lower);
  }
}

TEST(ModelFile, ReloadedModelPredictsTheSameBits) {
  const TemporaryFolder folder;
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    const Matrix points = testing::new_points(data, 50);
    for (FitOptions options : testing::options_of_all_families()) {
      for (const bool raw : {false, true}) {
        options.raw_kernel = raw;
        options.raw_target = raw;
        options.learn.max_iterations = raw ? 2 : 1000;
        options.learn.method = raw ? Method::frank_wolfe : Method::quasi_newton;
        const Model model = fit(data, options).model;
        save_model(model, folder / "model");
        const Model loaded = load_model(folder / "model");
        expect_equal(loaded, model);
        EXPECT_EQ(loaded.decision_values(points), model.decision_values(points));
        EXPECT_EQ(loaded.predict(points), model.predict(points));
        EXPECT_EQ(loaded.kernel(points, data.points), model.kernel(points, data.points));
        EXPECT_EQ(serialise(loaded), content_of(folder / "model"));
        EXPECT_EQ(loaded.library_version, version);
      }
    }
  }
}

TEST(ModelFile, KeepsTheBoxAndTheListOfKernels) {
  const Dataset data = testing::regression_example();
  FitOptions options;
  options.box = Box{Vector({{-0.1, -2.0}}), Vector({{3.0, 1.0 / 0.7}})};
  const Model model = deserialise(serialise(fit(data, options).model), "memory");
  const auto& tessellated = dynamic_cast<const Tessellated&>(*model.family).options();
  EXPECT_EQ(tessellated.box.lower, options.box->lower);
  EXPECT_EQ(tessellated.box.upper, options.box->upper);

  options = testing::options_of_all_families()[3];
  options.raw_kernel = true;
  const Model list = deserialise(serialise(fit(data, options).model), "memory");
  EXPECT_EQ(dynamic_cast<const KernelList&>(*list.family).options().kernels, options.kernels);
}

TEST(ModelFile, KeepsCodesAndCompanionsWithout) {
  Dataset data = testing::example(Task::regression);
  for (Index i = 0; i < data.rows(); ++i) data.points(i, 0) = static_cast<double>(i % 4);
  const TemporaryFolder folder;
  for (FitOptions options : testing::options_of_all_families()) {
    if (options.box) continue;
    options.codes = {{0, Vector{{0.0, 1.0, 3.0}}}};
    Model model = fit(data, options).model;
    options.codes.clear();
    model.companions.push_back(fit(data, options).model);
    model.share = model.companions.front().share = 0.5;
    save_model(model, folder / "model");
    const Model loaded = load_model(folder / "model");
    expect_equal(loaded, model);
    EXPECT_EQ(loaded.feature_scaler.codes(), model.feature_scaler.codes());
    EXPECT_TRUE(loaded.companions.front().feature_scaler.codes().empty());
    EXPECT_EQ(loaded.predict(data.points), model.predict(data.points));
    EXPECT_EQ(serialise(loaded), content_of(folder / "model"));
    // What knew nothing of codes must not misread them.
    EXPECT_TRUE(content_of(folder / "model").starts_with("tkl-model 5\n"));
  }
}

TEST(ModelFile, KeepsNamesOfAnyBytes) {
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte) all_bytes += static_cast<char>(byte);
  Dataset data = testing::classification_example();
  data.feature_names = {"caf\xe9 \"quoted\"\n\t\\ ", "h\xc3\xb6he \xf0\x9f\x98\x80"};
  data.target_name = all_bytes;
  data.classes = {"\xc3", "\xff\xfe\"}"};
  const Model model = fit(data).model;
  const Model loaded = deserialise(serialise(model), "memory");
  expect_equal(loaded, model);
  EXPECT_EQ(loaded.target_name, all_bytes);
  EXPECT_EQ(loaded.classes, data.classes);
  EXPECT_EQ(loaded.feature_names, data.feature_names);
}

TEST(ModelFile, KeepsAModelWithoutSupportVectors) {
  Dataset data = testing::regression_example();
  data.target.setConstant(42.0);
  const Model model = fit(data).model;
  ASSERT_TRUE(model.support.empty());
  const Model loaded = deserialise(serialise(model), "memory");
  expect_equal(loaded, model);
  EXPECT_EQ(loaded.predict(data.points), model.predict(data.points));
}

TEST(ModelFile, FailedSaveLeavesTheOldModel) {
  const TemporaryFolder folder;
  const Model model = fit(testing::regression_example()).model;
  save_model(model, folder / "model");
  const std::string before = content_of(folder / "model");
  EXPECT_TRUE(contains(error_of([&] { save_model(model, folder / "no/folder/model"); }),
                       (folder / "no/folder/model").string()));
  EXPECT_EQ(content_of(folder / "model"), before);
}

TEST(ModelFile, NamesAFileThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = error_of([&] { load_model(folder / "missing"); });
  EXPECT_TRUE(contains(missing, (folder / "missing").string() + ": cannot open"));
  std::filesystem::create_directory(folder / "sub");
  EXPECT_TRUE(contains(error_of([&] { load_model(folder / "sub"); }), "is a directory"));
}

}  // namespace
}  // namespace tkl
