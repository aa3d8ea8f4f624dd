#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/dataset.hpp"
#include "tkl/dataset_on_disk.hpp"
#include "tkl/team.hpp"

namespace tkl {

namespace internal {
class TableParser;
class TextStream;
}  // namespace internal

/// What a data file holds before anyone decides what it means: named columns of text fields, and
/// where each row came from, so that later errors can point at it.
struct Table {
  std::string source;  ///< file name, for messages
  /// Without a header: x1, x2, … by column; in LIBSVM files target, x1, x2, …
  std::vector<std::string> names;
  bool has_header = false;
  /// True for LIBSVM files, whose first column is the target.
  bool target_is_first = false;
  std::vector<std::vector<std::string>> columns;  ///< columns[j][i]: row i of column j, unquoted
  std::vector<std::size_t> lines;                 ///< lines[i]: 1-based line where row i starts

  Index rows() const { return static_cast<Index>(lines.size()); }
};

enum class Format { automatic, csv, libsvm };
enum class Header { automatic, present, absent };  ///< LIBSVM files have none

struct ReadOptions {
  Format format = Format::automatic;
  Header header = Header::automatic;
};

/// Reads CSV, TSV, semicolon-separated or LIBSVM text. Strict: ragged rows, duplicate names,
/// unterminated quotes, an empty file and so on are Errors that name file, line and column.
///
/// The automatic format is LIBSVM for the extensions .libsvm, .svm and .svmlight, CSV for .csv,
/// .tsv and .tab, and otherwise LIBSVM if the text starts like `number index:number`. The separator
/// is the one that the first record uses most, where a comma in a number may be a decimal one. The
/// automatic header is present if no field of the first record spells a number; columns that are
/// named by numbers need Header::present.
Table read_table(const std::filesystem::path& file, const ReadOptions& options = {});
Table parse_table(std::string_view text, const std::string& source,
                  const ReadOptions& options = {});

/// Reads the same piece by piece, so that a file of any size takes little memory. The tables have
/// the names and lines of the whole file's; those of a LIBSVM file have as many features as the
/// highest index among their own rows. An Error in a row comes when the row is reached.
class TableReader {
 public:
  explicit TableReader(const std::filesystem::path& file, const ReadOptions& options = {});
  /// The text must outlive the reader.
  TableReader(std::string_view text, const std::string& source, const ReadOptions& options = {});
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;
  TableReader(TableReader&&) noexcept;
  TableReader& operator=(TableReader&&) noexcept;
  ~TableReader();

  /// The next rows, so many at most and fewer of a wide file; nothing at the end.
  std::optional<Table> next(Index rows);
  /// All rows that are left.
  Table rest();

 private:
  std::unique_ptr<internal::TextStream> text_;
  std::unique_ptr<internal::TableParser> parser_;
};

struct DatasetOptions {
  std::optional<Task> task{};  ///< unset: decided from the target column
  /// Name or 1-based position (a column of that very name goes first); unset: the last column.
  /// Must be unset for LIBSVM files, where it is the label.
  std::optional<std::string> target{};
  /// Columns, named or counted likewise, that are no features: weights of the rows, and what tells
  /// which rows belong together (any text).
  std::optional<std::string> weights{};
  std::optional<std::string> groups{};
  /// Columns of numbers that are codes of categories. Columns of text are categorical anyway.
  std::vector<std::string> categorical{};
};

/// Interprets a table for training. Without a given task, a target of text or of exactly two
/// distinct numbers means classification, anything else regression; text among numbers that would
/// make more than two classes is taken for a slip. Columns become features by their Recipe: text is
/// categorical, missing numbers are filled in and marked. Where levels or classes are true and false,
/// yes and no, t and f or y and n, capitals do not count, here and in prediction. Throws an Error if a
/// target is missing, text stands among numbers, dates are no numbers, there is one class only, and so
/// on. The target of a table without a header is called "target".
Dataset to_dataset(const Table& table, const DatasetOptions& options = {});

/// Calls the body with tables of rows of a CSV file, in their order, so that a file of any size takes
/// little memory. In a team every member reads a part of its own: the first the first rows, and so on.
/// Quoted fields must not hold line breaks; lines are counted anew in every table. Throws an Error if
/// members see different files.
void read_part(const std::filesystem::path& file, const ReadOptions& options, const Team& team,
               const std::function<void(const Table&)>& body);

/// A CSV file of any size, interpreted as read_table() and to_dataset() would: read once to learn what
/// the columns mean, and again for the numbers. In a team every member reads a part of its own, and all
/// agree on what the columns mean. Quoted fields must not hold line breaks. The medians that stand for
/// missing numbers are those of a sample. Throws an Error if members see different files.
class DatasetReader {
 public:
  /// The team must outlive the reader.
  DatasetReader(std::filesystem::path file, const ReadOptions& read, const DatasetOptions& options,
                const Team& team);

  Index rows() const { return rows_; }  ///< of the calling member
  Index features() const { return std::ssize(meaning_.feature_names); }

  Dataset read() const;
  /// The points go to a scratch file in the folder, a piece at a time.
  DatasetOnDisk read_to_disk(const std::filesystem::path& folder) const;

 private:
  /// Targets and weights to `data`, points to body(number of the first row, points), piece by piece.
  void read_pieces(DatasetWithoutPoints& data,
                   const std::function<void(Index, const Matrix&)>& body) const;

  std::filesystem::path file_;
  ReadOptions read_;
  DatasetOptions options_;
  const Team& team_;
  Index rows_ = 0;
  DatasetWithoutPoints meaning_;  // of no rows
};

/// DatasetReader(…).read().
Dataset read_dataset(const std::filesystem::path& file, const ReadOptions& read,
                     const DatasetOptions& options, const Team& team);

/// Of a categorical column, the rows with levels that training did not see.
struct UnseenLevels {
  std::size_t column = 0;  ///< position in the recipe
  Index rows = 0;
  std::string example;  ///< as the first of them is written
};

/// The feature columns in the order a model wants them, and the target if the table has one.
struct PredictionData {
  Matrix points;
  std::vector<UnseenLevels> unseen;  ///< of the columns that have any
  /// As written in the file, unchecked: see class_index() and parse_number().
  std::optional<std::vector<std::string>> target;
};

/// Interprets a table for prediction. With a header, columns are found by name and others ignored.
/// Without one, n columns are the n features, and of n + 1 the target is the last, or the one that
/// the features' names x1, x3, … leave out when training had no header either. In a LIBSVM file,
/// feature k is the model's k-th feature; there may be fewer (zeros) but not more.
PredictionData to_prediction_data(const Table& table, const Recipe& recipe,
                                  const std::string& target_name);
/// The same where every column is a number.
PredictionData to_prediction_data(const Table& table, const std::vector<std::string>& feature_names,
                                  const std::string& target_name);

/// The finite number that a field spells, independent of locale; nothing if there is any other
/// character, even a blank, if it is infinite, or too large. Numbers too close to 0 are 0.
std::optional<double> parse_number(std::string_view field);

/// The shortest text that reads back as the same number; whole numbers below 1e15 without exponent.
std::string format_number(double value);

}  // namespace tkl
