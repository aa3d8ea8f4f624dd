#include <algorithm>
#include <unordered_map>
#include <utility>

#include "data/message.hpp"
#include "data/recipe.hpp"
#include "data/table_columns.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

/// Where a table holds what a model wants. A feature without a column is zero.
struct Places {
  std::vector<std::optional<std::size_t>> features;
  std::optional<std::size_t> target;
};

class ColumnIndex {
 public:
  explicit ColumnIndex(const Table& table) {
    for (std::size_t j = 0; j < table.names.size(); ++j) positions_.emplace(table.names[j], j);
  }

  std::optional<std::size_t> find(const std::string& name) const {
    const auto found = positions_.find(name);
    if (found == positions_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::unordered_map<std::string, std::size_t> positions_;
};

Places places_by_name(const Table& table, const std::vector<std::string>& feature_names,
                      const std::string& target_name) {
  const ColumnIndex columns(table);
  Places places;
  std::vector<std::string> missing;
  for (const std::string& name : feature_names) {
    places.features.push_back(columns.find(name));
    if (!places.features.back()) missing.push_back(name);
  }
  if (!missing.empty()) {
    throw internal::error_in(table.source, "the header lacks " +
                                               internal::count_of(missing.size(), "feature") +
                                               " of the model: " + internal::quote_list(missing) +
                                               "; name the columns as in the training data");
  }
  places.target = columns.find(target_name);
  return places;
}

/// Training without a header names features by their column (x1, x3, x4: the target was column 2),
/// which tells where the target is; otherwise it is the last column.
std::size_t target_by_position(const Table& table, const std::vector<std::string>& feature_names) {
  const ColumnIndex columns(table);
  std::vector<bool> is_feature(table.columns.size(), false);
  for (const std::string& name : feature_names) {
    const auto position = columns.find(name);
    if (!position) return table.columns.size() - 1;
    is_feature[*position] = true;
  }
  const auto left_over = std::find(is_feature.begin(), is_feature.end(), false);
  return static_cast<std::size_t>(left_over - is_feature.begin());
}

Places places_by_position(const Table& table, const std::vector<std::string>& feature_names) {
  const std::size_t columns = table.columns.size();
  const std::size_t features = feature_names.size();
  if (columns != features && columns != features + 1) {
    throw internal::error_in(table.source,
                             "the file has " + internal::count_of(columns, "column") +
                                 " but the model wants " + internal::count_of(features, "feature") +
                                 "; give " + std::to_string(features) + " columns, or " +
                                 std::to_string(features + 1) + " with the target, or a header");
  }
  Places places;
  if (columns > features) places.target = target_by_position(table, feature_names);
  for (std::size_t j = 0; j < columns; ++j) {
    if (j != places.target) places.features.emplace_back(j);
  }
  return places;
}

Places places_in_libsvm(const Table& table, std::size_t features) {
  const std::size_t present = table.columns.size() - 1;
  if (present > features) {
    throw internal::error_in(table.source,
                             "the file has " + internal::count_of(present, "feature") +
                                 " but the model was trained with " + std::to_string(features) +
                                 "; remove the entries of larger index");
  }
  Places places;
  places.target = 0;
  places.features.resize(features);
  for (std::size_t k = 0; k < present; ++k) places.features[k] = k + 1;
  return places;
}

Places find_places(const Table& table, const std::vector<std::string>& feature_names,
                   const std::string& target_name) {
  if (table.target_is_first) return places_in_libsvm(table, feature_names.size());
  if (table.has_header) return places_by_name(table, feature_names, target_name);
  return places_by_position(table, feature_names);
}

/// Of a column with these features: a row without any of the levels has one that is none of them.
UnseenLevels unseen_levels(const Matrix& features, const std::vector<std::string>& fields,
                           std::size_t column) {
  UnseenLevels unseen{column, 0, {}};
  const Vector levels_of_row = features.rowwise().sum();
  for (Index i = 0; i < features.rows(); ++i) {
    if (levels_of_row(i) != 0.0) continue;
    if (unseen.rows++ == 0) unseen.example = fields[static_cast<std::size_t>(i)];
  }
  return unseen;
}

}  // namespace

PredictionData to_prediction_data(const Table& table, const std::vector<std::string>& feature_names,
                                  const std::string& target_name) {
  return to_prediction_data(table, recipe_of_numbers(feature_names), target_name);
}

PredictionData to_prediction_data(const Table& table, const Recipe& recipe,
                                  const std::string& target_name) {
  internal::check_shape(table);
  std::vector<std::string> columns;
  Index features = 0;
  for (const ColumnRecipe& column : recipe) {
    columns.push_back(column.name);
    features += column.features();
  }
  const Places places = find_places(table, columns, target_name);
  PredictionData data;
  data.points = Matrix::Zero(table.rows(), features);
  Index first = 0;
  for (std::size_t k = 0; k < recipe.size(); ++k) {
    const Index width = recipe[k].features();
    if (const auto place = places.features[k]) {
      const Matrix part = internal::apply_recipe(recipe[k], table, *place);
      data.points.middleCols(first, width) = part;
      if (recipe[k].is_categorical()) {
        UnseenLevels unseen = unseen_levels(part, table.columns[*place], k);
        if (unseen.rows > 0) data.unseen.push_back(std::move(unseen));
      }
    }
    first += width;
  }
  if (places.target) data.target = table.columns[*places.target];
  return data;
}

}  // namespace tkl
