/// Fits of points on disk against those of the same points in memory.

#include <algorithm>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/landmark_plan.hpp"
#include "model/temporary_folder.hpp"
#include "support/thread_team.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

Dataset example(Index rows) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = 1.0;
  options.seed = 3;
  return generate("friedman1", options);
}

/// Three classes by the value.
Dataset classes_of(Dataset data) {
  data.task = Task::classification;
  data.classes = {"high", "low", "middle"};
  Vector sorted = data.target;
  std::sort(sorted.begin(), sorted.end());
  const double low = sorted(data.rows() / 3);
  const double high = sorted(2 * data.rows() / 3);
  for (double& value : data.target) value = value < low ? 1.0 : value < high ? 2.0 : 0.0;
  return data;
}

FitOptions with_landmarks(Index count) {
  FitOptions options;
  options.landmarks = count;
  return options;
}

class FitOnDisk : public ::testing::Test {
 protected:
  DatasetOnDisk to_disk(const Dataset& data) const {
    const auto points = std::make_shared<RowsOnDisk>(folder_ / "", data.rows(), data.features());
    points->write(0, data.points);
    return {data, points};
  }

  void expect_same_model(const Dataset& data, const FitOptions& options) const {
    const Model in_memory = fit(data, options).model;
    const Model on_disk = fit(to_disk(data), options).model;
    expect_equal(in_memory, on_disk);
  }

  static void expect_equal(const Model& a, const Model& b) {
    EXPECT_EQ(a.support, b.support);
    EXPECT_EQ(a.support_vectors, b.support_vectors);
    EXPECT_EQ(a.training_rows, b.training_rows);
    EXPECT_EQ(a.certificate.upper, b.certificate.upper);
    EXPECT_EQ(a.certificate.lower, b.certificate.lower);
    ASSERT_EQ(a.machines.size(), b.machines.size());
    for (std::size_t k = 0; k < a.machines.size(); ++k) {
      EXPECT_EQ(a.machines[k].P, b.machines[k].P);
      EXPECT_EQ(a.machines[k].weights, b.machines[k].weights);
      EXPECT_EQ(a.machines[k].intercept, b.machines[k].intercept);
    }
  }

  testing::TemporaryFolder folder_;
};

TEST_F(FitOnDisk, HasTheBitsOfOneInMemory) {
  for (const Loss loss : {Loss::linear, Loss::squared}) {
    for (const bool warp : {false, true}) {
      FitOptions options = with_landmarks(100);
      options.loss = loss;
      options.warp = warp;
      options.axes = loss == Loss::linear ? Axes::features : Axes::principal;
      expect_same_model(example(3000), options);
    }
  }
  EXPECT_EQ(folder_.count(), 0U);
}

TEST_F(FitOnDisk, HasThemForWeightsAndClassesToo) {
  Dataset data = classes_of(example(1500));
  data.weights = Vector::LinSpaced(1500, 0.0, 2.0);
  expect_same_model(data, with_landmarks(60));
}

TEST_F(FitOnDisk, HasThemWhereFeaturesAreComputed) {
  const Dataset data = example(3000);
  FitOptions options = with_landmarks(200);
  options.tau = 1.0;
  const double features = 4.0 * 3000 * 200;
  const auto limited = [&](Residence residence) {
    FitOptions own = options;
    own.memory_limit = estimated_memory(3000, 5, options, residence) - 0.5 * features;
    EXPECT_FALSE(plan_landmarks(3000, 5, own, residence).stores_features);
    return own;
  };
  expect_equal(fit(data, limited(Residence::memory)).model,
               fit(to_disk(data), limited(Residence::disk)).model);
}

TEST_F(FitOnDisk, ASearchFindsTheSame) {
  const Dataset data = example(1200);
  const FitOptions options = with_landmarks(80);
  SelectOptions select_options;
  select_options.most_rows = 400;
  select_options.most_models = 2;
  const SearchResult in_memory = select(data, options, select_options);
  const SearchResult on_disk = select(to_disk(data), options, select_options);
  expect_equal(in_memory.fit.model, on_disk.fit.model);
  EXPECT_EQ(in_memory.held_out_rows, on_disk.held_out_rows);
  EXPECT_EQ(in_memory.held_out, on_disk.held_out);
  ASSERT_EQ(in_memory.fit.model.companions.size(), on_disk.fit.model.companions.size());
  EXPECT_EQ(folder_.count(), 0U);
}

TEST_F(FitOnDisk, ATeamHasTheBitsOfOneInMemory) {
  const Dataset data = example(1200);
  std::vector<Model> models(2);
  for (const bool on_disk : {false, true}) {
    testing::ThreadTeam team(2);
    team.run([&](const Team& member) {
      std::vector<Index> rows;
      for (Index i = 600 * member.rank(); i < 600 * (member.rank() + 1); ++i) rows.push_back(i);
      const Dataset own = select_rows(data, rows);
      FitOptions options = with_landmarks(80);
      options.learn.threads = Threads(1);
      Model model =
          on_disk ? fit(to_disk(own), options, member).model : fit(own, options, member).model;
      if (member.rank() == 0) models[on_disk ? 1 : 0] = std::move(model);
    });
  }
  expect_equal(models[0], models[1]);
}

TEST_F(FitOnDisk, RefusesWhatNeedsTheRowsInMemory) {
  const DatasetOnDisk data = to_disk(example(300));
  FitOptions options = with_landmarks(0);
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "need their rows in memory"));
  options = with_landmarks(50);
  options.cells = 100;
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "need their rows in memory"));
}

TEST_F(FitOnDisk, AValueThatIsNotFiniteIsTold) {
  Dataset data = example(20000);
  data.points(12345, 2) = std::numeric_limits<double>::infinity();
  const std::string expected = error_of([&] { fit(data, with_landmarks(50)); });
  EXPECT_TRUE(contains(expected, "row 12346, feature 3"));
  EXPECT_EQ(error_of([&] { fit(to_disk(data), with_landmarks(50)); }), expected);
}

TEST(Residence, IsDiskOnlyWhereMemoryIsShort) {
  constexpr Index rows = 10'000'000;
  FitOptions options = with_landmarks(300);
  options.tau = 1.0;
  EXPECT_EQ(residence_for(rows, 10, options), Residence::memory) << "without a limit";
  options.memory_limit = 8e9;
  EXPECT_EQ(residence_for(rows, 10, options), Residence::memory);
  options.memory_limit = 1.5e9;
  EXPECT_EQ(residence_for(rows, 10, options), Residence::disk);
  EXPECT_LE(estimated_memory(rows, 10, options, Residence::disk), 1.5e9);
  EXPECT_EQ(estimated_memory(rows, 10, options, Residence::disk),
            estimated_memory(rows, 20, options, Residence::disk))
      << "features take no memory there";
  options.cells = 1000;
  EXPECT_EQ(residence_for(rows, 10, options), Residence::memory) << "cells need the rows";
  options = with_landmarks(0);
  options.memory_limit = 1.5e9;
  EXPECT_EQ(residence_for(rows, 10, options), Residence::memory) << "exact fits need the rows";
}

TEST(Residence, IsDiskWhereThatLeavesRoomForTheFeatures) {
  FitOptions options = with_landmarks(300);
  options.memory_limit = 2.5e9;
  // Points twice take 1.6 GB, features 1.2 GB.
  EXPECT_EQ(residence_for(1'000'000, 100, options), Residence::disk);
  EXPECT_TRUE(plan_landmarks(1'000'000, 100, options, Residence::disk).stores_features);
}

}  // namespace
}  // namespace tkl
