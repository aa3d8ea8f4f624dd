#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// What a data file holds before anyone decides what it means: named columns of text fields, and
/// where each row came from, so that later errors can point at it.
struct Table {
  std::string source;  ///< file name, for messages
  std::vector<std::string> names;
  bool has_header = false;
  /// True for LIBSVM files, whose first column is the target.
  bool target_is_first = false;
  std::vector<std::vector<std::string>> columns;  ///< columns[j][i]: row i of column j, unquoted
  std::vector<std::size_t> lines;                 ///< lines[i]: 1-based line where row i starts

  Index rows() const { return static_cast<Index>(lines.size()); }
};

enum class Format { automatic, csv, libsvm };
enum class Header { automatic, present, absent };

struct ReadOptions {
  Format format = Format::automatic;
  Header header = Header::automatic;
};

/// Reads CSV, TSV, semicolon-separated or LIBSVM text. Strict: ragged rows, duplicate names,
/// unterminated quotes, an empty file and so on are Errors that name file, line and column.
Table read_table(const std::filesystem::path& file, const ReadOptions& options = {});
Table parse_table(std::string_view text, const std::string& source,
                  const ReadOptions& options = {});

struct DatasetOptions {
  std::optional<Task> task;            ///< unset: decided from the target column
  std::optional<std::string> target;   ///< name or 1-based position; unset: the last column
};

/// Interprets a table for training. Without a given task, a target of text or of exactly two
/// distinct numbers means classification, anything else regression.
Dataset to_dataset(const Table& table, const DatasetOptions& options = {});

/// The feature columns in the order a model wants them, and the target if the table has one.
struct PredictionData {
  Matrix points;
  std::optional<std::vector<std::string>> target;  ///< as written in the file
};

/// Interprets a table for prediction: by column name where the table has a header, else by position.
PredictionData to_prediction_data(const Table& table,
                                  const std::vector<std::string>& feature_names,
                                  const std::string& target_name);

/// The number that a field spells, independent of locale; nothing if it does not spell one exactly.
std::optional<double> parse_number(std::string_view field);

/// The shortest text that reads back as the same number.
std::string format_number(double value);

}  // namespace tkl
