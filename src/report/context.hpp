#pragma once

#include <string>
#include <vector>

#include "tkl/explain.hpp"
#include "tkl/report.hpp"

namespace tkl::report {

/// Features of one column of the data.
struct ColumnPlace {
  Index first = 0;
  Index count = 0;
};

/// What several sections of the report need.
struct Context {
  const Model& model;
  const ReportData& data;
  const ReportOptions& options;

  /// Points that stand for all: a sample of the data, or the support vectors where there are none.
  Matrix background{};
  bool background_is_data = false;

  std::vector<ColumnPlace> columns{};
  std::optional<Explanation> explanation{};  ///< unless there are fewer than two points
  std::vector<std::size_t> by_importance{};  ///< the columns, those that matter most first

  /// Of the data, if there are any.
  Matrix decisions{};
  Vector predicted{};
  double prediction_seconds = 0.0;

  std::vector<Index> known{};  ///< rows whose target is known, a class of the model's
  Index unknown_classes = 0;

  const std::string& column_name(std::size_t column) const { return model.recipe[column].name; }
};

Context make_context(const Model& model, const ReportData& data, const ReportOptions& options);

/// Support vectors of the model and its companions: what a prediction costs.
Index all_support_vectors(const Model& model);

/// At most `count` of the numbers 0 … size - 1, evenly, the first and the last among them.
std::vector<Index> evenly(Index size, Index count);

/// At most `count` of these, at random but always the same for a seed, in their order.
std::vector<Index> sampled(std::vector<Index> rows, Index count, std::uint64_t seed);

/// Model and companions, with their shares.
std::vector<const Model*> members_of(const Model& model);

}  // namespace tkl::report
