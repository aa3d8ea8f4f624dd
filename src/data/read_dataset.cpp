#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "data/field.hpp"
#include "data/file_part.hpp"
#include "data/message.hpp"
#include "data/recipe.hpp"
#include "data/table_columns.hpp"
#include "data/target_column.hpp"
#include "landmarks/shuffled_rows.hpp"

namespace tkl {

namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 24U;

/// All members must see the same file.
void require_same_file(const std::filesystem::path& file, std::size_t size, const Team& team) {
  if (team.size() == 1) return;
  std::ifstream stream(file, std::ios::binary);
  std::string ends(4096, '\0');
  stream.read(ends.data(), static_cast<std::streamsize>(ends.size()));
  stream.clear();
  std::string tail(4096, '\0');
  stream.seekg(-static_cast<std::streamoff>(std::min(size, tail.size())), std::ios::end);
  stream.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  const std::vector<std::string> all = team.gather(std::to_string(size) + " bytes\n" + ends + tail);
  for (std::size_t k = 1; k < all.size(); ++k) {
    if (all[k] == all[0]) continue;
    throw internal::error_in(file.string(),
                             "ranks 0 and " + std::to_string(k) + " see different files (" +
                                 all[0].substr(0, all[0].find('\n')) + " and " +
                                 all[k].substr(0, all[k].find('\n')) +
                                 "); put one and the same file where every rank can read it");
  }
}

/// The text up to the first line break, with it.
std::string first_line(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  std::getline(stream, line);
  if (line.ends_with('\r')) line.pop_back();
  return line + "\n";
}

/// Makes tables of blocks of lines. Their meaning is settled by the first line of the file.
class BlockParser {
 public:
  BlockParser(const std::filesystem::path& file, const ReadOptions& options, const Team& team)
      : source_(file.string()), line_(first_line(file)), options_(options) {
    if (team.size() > 1) {
      source_ += ", part " + std::to_string(team.rank() + 1) + " of " + std::to_string(team.size());
    }
    options_.format = Format::csv;
    const Table first = parse_table(line_ + line_, source_, options_);
    options_.header = first.has_header ? Header::present : Header::absent;
  }

  Table parse(std::string_view lines, std::size_t offset) const {
    const bool has_header = options_.header == Header::present;
    if (!has_header) return parse_table(lines, source_, options_);
    if (offset == 0) {
      // A header alone is no table yet.
      if (lines.find_first_not_of("\r\n", lines.find('\n')) == std::string_view::npos) return {};
      return parse_table(lines, source_, options_);
    }
    return parse_table(line_ + std::string(lines), source_, options_);
  }

 private:
  std::string source_;
  std::string line_;
  ReadOptions options_;
};

/// Some rows that say of the columns what all rows would: a sample, and every row with something new
/// in a column of text.
class Digest {
 public:
  /// Keeps rows with that probability.
  explicit Digest(double share) : share_(share) {}

  void add(const Table& table) {
    rows_ += table.rows();
    if (digest_.names.empty()) {
      digest_ = table;
      digest_.lines.clear();
      for (auto& column : digest_.columns) column.clear();
      seen_.resize(table.columns.size());
    }
    for (std::size_t i = 0; i < table.lines.size(); ++i) {
      if (brings_news(table, i) || place_of_row(number_of(table, i), 1) < share_) keep(table, i);
    }
  }

  /// That were added, kept or not.
  Index rows() const { return rows_; }

  /// Of all members.
  Table merged(const Team& team) const {
    std::string text;
    for (std::size_t i = 0; i < digest_.lines.size(); ++i) {
      for (std::size_t j = 0; j < digest_.columns.size(); ++j) {
        text += (j > 0 ? "," : "") + quoted(digest_.columns[j][i]);
      }
      text += '\n';
    }
    // A member without rows knows nothing of the header, and says nothing.
    std::string names = digest_.names.empty() ? "" : digest_.has_header ? "yes," : "no,";
    for (std::size_t j = 0; j < digest_.names.size(); ++j) {
      names += (j > 0 ? "," : "") + quoted(digest_.names[j]);
    }
    std::string all;
    std::string head;
    names.append("\n").append(text);
    for (const std::string& part : team.gather(names)) {
      const std::size_t end = part.find('\n');
      if (end > 0 && head.empty()) head = part.substr(0, end + 1);
      all += part.substr(end + 1);
    }
    const std::size_t flag = head.find(',');
    ReadOptions options;
    options.format = Format::csv;
    options.header = Header::present;
    Table table = parse_table(head.substr(flag + 1) + all, digest_.source, options);
    table.has_header = head.starts_with("yes");
    return table;
  }

 private:
  static std::string quoted(const std::string& field) {
    std::string text = "\"";
    for (const char c : field) {
      if (c == '"') text += '"';
      text += c;
    }
    return text + '"';
  }

  /// From its content: the same wherever the file is cut.
  static Index number_of(const Table& table, std::size_t row) {
    std::uint64_t bits = 0xcbf29ce484222325U;  // FNV-1a
    for (const auto& column : table.columns) {
      for (const char c : column[row]) {
        bits = (bits ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
      }
    }
    return static_cast<Index>(bits >> 1U);
  }

  bool brings_news(const Table& table, std::size_t row) {
    // Two distinct numbers make a target of classes, three do not; of text all levels count.
    constexpr std::size_t numbers_to_see = 3;
    constexpr std::size_t texts_to_see = 2000;
    bool news = false;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      const std::string& field = table.columns[j][row];
      Seen& seen = seen_[j];
      const bool is_number = internal::read_field(field).kind == internal::FieldKind::number;
      auto& kind = is_number ? seen.numbers : seen.others;
      if (kind.size() >= (is_number ? numbers_to_see : texts_to_see)) continue;
      news = kind.insert(field).second || news;
    }
    return news;
  }

  void keep(const Table& table, std::size_t row) {
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      digest_.columns[j].push_back(table.columns[j][row]);
    }
    digest_.lines.push_back(table.lines[row]);
  }

  struct Seen {
    std::set<std::string> numbers;
    std::set<std::string> others;
  };

  double share_;
  Index rows_ = 0;
  Table digest_;
  std::vector<Seen> seen_;
};

/// Some rows as numbers.
struct Piece {
  Matrix points;
  Vector target;
  Vector weights;
};

/// Rows as numbers, by what the digest has settled.
class Converter {
 public:
  Converter(const DatasetWithoutPoints& meaning, const DatasetOptions& options)
      : meaning_(meaning), options_(options) {}

  Piece convert(const Table& table) {
    Piece piece;
    const std::size_t target = internal::find_target_column(table, options_.target);
    std::optional<std::size_t> weights;
    if (options_.weights) {
      weights = internal::find_column(table, *options_.weights, "the weights");
      piece.weights = internal::number_column(table, *weights);
      require_weights(piece.weights, table, *weights);
    }
    piece.points.resize(table.rows(), std::ssize(meaning_.feature_names));
    Index first = 0;
    std::size_t next = 0;
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      if (j == target || j == weights) continue;
      const ColumnRecipe& recipe = meaning_.recipe.at(next++);
      piece.points.middleCols(first, recipe.features()) = internal::apply_recipe(recipe, table, j);
      first += recipe.features();
    }
    piece.target.resize(table.rows());
    for (Index i = 0; i < table.rows(); ++i) piece.target(i) = value(table, target, i);
    return piece;
  }

 private:
  static void require_weights(const Vector& weights, const Table& table, std::size_t column) {
    Index row = 0;
    if (weights.minCoeff(&row) >= 0.0) return;
    throw internal::error_at_field(table, static_cast<std::size_t>(row), column,
                                   "a weight must not be negative");
  }

  double value(const Table& table, std::size_t column, Index i) {
    const std::string& field = table.columns[column][static_cast<std::size_t>(i)];
    if (meaning_.task == Task::regression) {
      const auto number = parse_number(field);
      if (number) return *number;
      throw internal::not_a_number(table, static_cast<std::size_t>(i), column, "");
    }
    const auto known = classes_.find(field);
    if (known != classes_.end()) return known->second;
    const auto index = class_index(meaning_.classes, field);
    if (!index) {
      throw internal::error_at_field(table, static_cast<std::size_t>(i), column,
                                     "the target is missing, or has too many classes");
    }
    return classes_[field] = static_cast<double>(*index);
  }

  const DatasetWithoutPoints& meaning_;
  const DatasetOptions& options_;
  std::map<std::string, double> classes_;
};

}  // namespace

void read_part(const std::filesystem::path& file, const ReadOptions& options, const Team& team,
               const std::function<void(const Table&)>& body) {
  const internal::FilePart part(file, team.rank(), team.size());
  require_same_file(file, part.file_size(), team);
  const BlockParser parser(file, options, team);
  part.for_each_block(block_bytes, [&](std::string_view lines, std::size_t offset) {
    const Table table = parser.parse(lines, offset);
    if (table.rows() > 0) body(table);
  });
}

DatasetReader::DatasetReader(std::filesystem::path file, const ReadOptions& read,
                             const DatasetOptions& options, const Team& team)
    : file_(std::move(file)), read_(read), options_(options), team_(team) {
  if (options.groups) {
    throw internal::error_in(file_.string(), "groups of rows are for files that are read whole");
  }
  constexpr double sampled_bytes = 4e6;
  std::error_code ignored;  // read_part() has a word for it
  Digest digest(sampled_bytes / static_cast<double>(std::filesystem::file_size(file_, ignored)));
  read_part(file_, read_, team_, [&](const Table& table) { digest.add(table); });
  rows_ = digest.rows();
  meaning_ = to_dataset(digest.merged(team_), options_);
  meaning_.target.resize(0);
  meaning_.weights.resize(0);
}

void DatasetReader::read_pieces(DatasetWithoutPoints& data,
                                const std::function<void(Index, const Matrix&)>& body) const {
  const auto require = [this](bool as_before) {
    if (as_before) return;
    throw internal::error_in(file_.string(), "the file changed while it was read; read it again");
  };
  data.target.resize(rows_);
  data.weights.resize(options_.weights ? rows_ : 0);
  Converter converter(meaning_, options_);
  Index first = 0;
  read_part(file_, read_, team_, [&](const Table& table) {
    const Piece piece = converter.convert(table);
    require(first + table.rows() <= rows_);
    data.target.segment(first, table.rows()) = piece.target;
    if (options_.weights) data.weights.segment(first, table.rows()) = piece.weights;
    body(first, piece.points);
    first += table.rows();
  });
  require(first == rows_);
}

Dataset DatasetReader::read() const {
  Dataset data{meaning_, Matrix(rows_, features())};
  read_pieces(data, [&](Index first, const Matrix& points) {
    data.points.middleRows(first, points.rows()) = points;
  });
  return data;
}

DatasetOnDisk DatasetReader::read_to_disk(const std::filesystem::path& folder) const {
  const auto rows = std::make_shared<RowsOnDisk>(folder, rows_, features());
  DatasetOnDisk data{meaning_, rows};
  read_pieces(data, [&](Index first, const Matrix& points) { rows->write(first, points); });
  return data;
}

Dataset read_dataset(const std::filesystem::path& file, const ReadOptions& read,
                     const DatasetOptions& options, const Team& team) {
  return DatasetReader(file, read, options, team).read();
}

}  // namespace tkl
