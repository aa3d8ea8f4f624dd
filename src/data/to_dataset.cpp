#include <algorithm>
#include <map>
#include <utility>

#include "data/field.hpp"
#include "data/labels.hpp"
#include "data/message.hpp"
#include "data/recipe.hpp"
#include "data/table_columns.hpp"
#include "data/target_column.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

/// The target column with every field known to be a finite number or text.
struct TargetColumn {
  const Table& table;
  std::size_t position;
  Vector values;                          // of the numbers
  std::optional<std::size_t> first_text;  // row
  bool has_numbers = false;

  const std::vector<std::string>& fields() const { return table.columns[position]; }
};

void require_rows_and_features(const Table& table) {
  if (table.columns.size() < 2 && table.target_is_first) {
    throw internal::error_in(table.source,
                             "no line has an index:value entry; at least one feature is needed");
  }
  if (table.columns.size() < 2) {
    throw internal::error_in(table.source,
                             "the file has only one column; expected at least one feature and the "
                             "target (separate columns by comma, tab or semicolon)");
  }
  if (table.rows() < 2) {
    throw internal::error_in(table.source,
                             "the file has only one row; learning needs at least two");
  }
}

/// Among names of classes, NA may be meant for one: it is Namibia's code, too.
Error missing_target(const Table& table, std::size_t row, std::size_t position,
                     std::optional<Task> task) {
  const std::vector<std::string>& fields = table.columns[position];
  const std::string text = internal::quote(fields[row]);
  if (fields[row].empty()) {
    return internal::error_at_field(table, row, position,
                                    "the target is missing; fill it in or remove the row");
  }
  const bool may_be_a_class =
      task ? *task == Task::classification
           : std::any_of(fields.begin(), fields.end(), [](const std::string& field) {
               return internal::read_field(field).kind == internal::FieldKind::text;
             });
  return internal::error_at_field(
      table, row, position,
      text + " is a missing value, so that this row has no target; fill it in or remove the row" +
          (may_be_a_class ? ", or if " + text +
                                " is the name of a class, give the class another name (in quotes "
                                "it is missing, too)"
                          : ""));
}

TargetColumn read_target(const Table& table, std::size_t position, std::optional<Task> task) {
  TargetColumn target{table, position, Vector::Zero(table.rows()), std::nullopt};
  for (std::size_t i = 0; i < target.fields().size(); ++i) {
    const internal::Field field = internal::read_field(target.fields()[i]);
    if (field.kind == internal::FieldKind::number) {
      target.values(static_cast<Index>(i)) = field.value;
      target.has_numbers = true;
    } else if (field.kind == internal::FieldKind::missing) {
      throw missing_target(table, i, position, task);
    } else if (field.kind != internal::FieldKind::text) {
      throw internal::not_a_number(table, i, position, "");
    } else if (!target.first_text) {
      target.first_text = i;
    }
  }
  return target;
}

void set_values(Dataset& data, TargetColumn target) {
  if (target.first_text) {
    throw internal::not_a_number(target.table, *target.first_text, target.position,
                                 "the target of a regression must be numeric (for classes of text "
                                 "choose classification)");
  }
  data.task = Task::regression;
  data.target = std::move(target.values);
}

/// More than that is a target of numbers, or an identifier, that was taken for classes.
constexpr std::size_t most_classes = 1000;

void require_classes(const std::vector<std::string>& classes, const TargetColumn& target) {
  const std::string place = internal::column_label(target.table, target.position) + ": ";
  if (classes.size() == 1) {
    throw internal::error_in(target.table.source, place + "every row has the same class " +
                                                      internal::quote(classes[0]) +
                                                      "; classification needs rows of two classes");
  }
  if (classes.size() <= most_classes) return;
  throw internal::error_in(target.table.source,
                           place + "the target has " + std::to_string(classes.size()) +
                               " different values; at most " + std::to_string(most_classes) +
                               " classes are possible" +
                               (target.first_text ? "" : " (for numbers choose regression)"));
}

void set_classes(Dataset& data, const TargetColumn& target) {
  internal::ClassifiedLabels labels = internal::classify_labels(target.fields());
  internal::merge_capitals(labels);
  require_classes(labels.classes, target);
  data.task = Task::classification;
  data.target = std::move(labels.indices);
  data.classes = std::move(labels.classes);
}

bool has_exactly_two_values(const Vector& values) {
  const double one = values.minCoeff();
  const double other = values.maxCoeff();
  return one != other && ((values.array() == one) || (values.array() == other)).all();
}

/// A slip among numbers must not turn a regression into a classification.
void refuse_text_among_numbers(const TargetColumn& target) {
  const auto& fields = target.fields();
  if (!target.first_text || !target.has_numbers) return;
  if (internal::classify_labels(fields).classes.size() <= 2) return;
  throw internal::not_a_number(target.table, *target.first_text, target.position,
                               "other rows of the target are numbers (if these are classes, choose "
                               "classification)");
}

Task decide_task(const TargetColumn& target) {
  refuse_text_among_numbers(target);
  if (target.first_text) return Task::classification;
  return has_exactly_two_values(target.values) ? Task::classification : Task::regression;
}

/// Columns that are no features.
struct Roles {
  std::size_t target;
  std::optional<std::size_t> weights;
  std::optional<std::size_t> groups;

  bool has(std::size_t column) const {
    return column == target || column == weights || column == groups;
  }
};

Roles find_roles(const Table& table, const DatasetOptions& options) {
  Roles roles{internal::find_target_column(table, options.target), {}, {}};
  if (options.weights) {
    roles.weights = internal::find_column(table, *options.weights, "the weights");
  }
  if (options.groups) roles.groups = internal::find_column(table, *options.groups, "the groups");
  for (const auto& column : {roles.weights, roles.groups}) {
    if (column == roles.target || (column && roles.weights == roles.groups)) {
      throw internal::error_in(table.source, internal::column_label(table, *column) +
                                                 ": target, weights and groups must be different "
                                                 "columns");
    }
  }
  return roles;
}

void set_weights(Dataset& data, const Table& table, std::size_t column) {
  data.weights = internal::number_column(table, column);
  for (Index i = 0; i < data.weights.size(); ++i) {
    if (data.weights(i) >= 0.0) continue;
    throw internal::error_at_field(table, static_cast<std::size_t>(i), column,
                                   "a weight must not be negative");
  }
}

/// Numbers the groups in the order in which they come.
void set_groups(Dataset& data, const Table& table, std::size_t column) {
  std::map<std::string, int> number;
  for (const std::string& field : table.columns[column]) {
    data.groups.push_back(number.try_emplace(field, static_cast<int>(number.size())).first->second);
  }
}

void set_features(Dataset& data, const Table& table, const Roles& roles,
                  const std::vector<std::size_t>& categorical) {
  std::vector<Matrix> parts;
  Index features = 0;
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    if (roles.has(j)) continue;
    const bool declared = std::find(categorical.begin(), categorical.end(), j) != categorical.end();
    data.recipe.push_back(internal::learn_recipe(table, j, declared));
    parts.push_back(internal::apply_recipe(data.recipe.back(), table, j));
    features += parts.back().cols();
  }
  if (features == 0) throw internal::error_in(table.source, "no column is left to be a feature");
  data.feature_names = feature_names(data.recipe);
  data.points.resize(table.rows(), features);
  Index first = 0;
  for (const Matrix& part : parts) {
    data.points.middleCols(first, part.cols()) = part;
    first += part.cols();
  }
}

}  // namespace

Dataset to_dataset(const Table& table, const DatasetOptions& options) {
  internal::check_shape(table);
  require_rows_and_features(table);
  const Roles roles = find_roles(table, options);
  TargetColumn target = read_target(table, roles.target, options.task);

  Dataset data;
  if (table.has_header) data.target_name = table.names[target.position];
  std::vector<std::size_t> categorical;
  for (const std::string& name : options.categorical) {
    categorical.push_back(internal::find_column(table, name, "categorical"));
  }
  set_features(data, table, roles, categorical);
  if (roles.weights) set_weights(data, table, *roles.weights);
  if (roles.groups) set_groups(data, table, *roles.groups);
  if ((options.task ? *options.task : decide_task(target)) == Task::classification) {
    set_classes(data, target);
  } else {
    set_values(data, std::move(target));
  }
  return data;
}

}  // namespace tkl
