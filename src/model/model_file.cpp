/// The model file, version 3. All numbers little-endian.
///
///   "tkl-model 3\n"                12 bytes
///   header size, number of doubles  2 × uint64
///   header                          JSON: everything but the arrays, and the arrays' names and shapes
///   doubles                         the arrays, column by column, in the header's order
///   checksum                        uint64, FNV-1a of all bytes before it
///
/// Sizes are checked against the file's length before anything is allocated.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/enum_json.hpp"
#include "model/family_json.hpp"
#include "model/search_json.hpp"
#include "tkl/error.hpp"
#include "tkl/model.hpp"
#include "tkl/write_file.hpp"

namespace tkl {

namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little,
              "the model file is written as the machine stores numbers");

constexpr std::string_view magic = "tkl-model ";
constexpr std::string_view magic_with_version = "tkl-model 3\n";

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3U;
  }
  return hash;
}

/// JSON wants UTF-8, but names in data may be any bytes: each byte becomes the code point of the
/// same number, and back.
std::string bytes_to_text(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      text += c;
    } else {
      text += static_cast<char>(0xC0U | (byte >> 6U));
      text += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return text;
}

std::string text_to_bytes(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x80) {
      bytes += text[i];
      continue;
    }
    if (lead > 0xC3 || i + 1 == text.size()) throw Error("a name is not encoded as it should be");
    const auto trail = static_cast<unsigned char>(text[++i]);
    bytes += static_cast<char>(((lead & 0x03U) << 6U) | (trail & 0x3FU));
  }
  return bytes;
}

json names_to_json(const std::vector<std::string>& names) {
  json list = json::array();
  for (const std::string& name : names) list.push_back(bytes_to_text(name));
  return list;
}

std::vector<std::string> names_from_json(const json& list) {
  std::vector<std::string> names;
  for (const json& name : list) names.push_back(text_to_bytes(name.get<std::string>()));
  return names;
}

std::string companion_folder(std::size_t number) {
  return "companion" + std::to_string(number) + "/";
}

/// Named arrays, written one after the other.
class ArrayWriter {
 public:
  /// As long as it lives, names are of arrays in that folder.
  class Folder {
   public:
    Folder(ArrayWriter& arrays, const std::string& name) : arrays_(arrays), outer_(arrays.folder_) {
      arrays_.folder_ += name;
    }
    ~Folder() { arrays_.folder_ = outer_; }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

   private:
    ArrayWriter& arrays_;
    std::string outer_;
  };

  void add(const std::string& name, const Matrix& values) {
    shapes_.push_back(
        {{"name", folder_ + name}, {"rows", values.rows()}, {"columns", values.cols()}});
    const auto size = static_cast<std::size_t>(values.size()) * sizeof(double);
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + size);
    if (size > 0) std::memcpy(bytes_.data() + begin, values.data(), size);
  }
  const json& shapes() const { return shapes_; }
  const std::string& bytes() const { return bytes_; }

 private:
  json shapes_ = json::array();
  std::string bytes_;
  std::string folder_;
};

class ArrayReader {
 public:
  ArrayReader(const json& shapes, std::string_view bytes) : shapes_(shapes), bytes_(bytes) {
    std::uint64_t left = bytes.size() / sizeof(double);
    for (const json& shape : shapes) {
      const auto rows = static_cast<std::uint64_t>(size_from(shape.at("rows")));
      const auto columns = static_cast<std::uint64_t>(size_from(shape.at("columns")));
      if (columns != 0 && rows > left / columns) throw Error("an array is larger than the file");
      left -= rows * columns;
    }
    if (left != 0) throw Error("the arrays do not fill the file");
  }

  /// The same arrays, of which names are looked up in a folder.
  ArrayReader in(const std::string& folder) const {
    ArrayReader reader = *this;
    reader.folder_ += folder;
    return reader;
  }

  /// The array of this name, which must have that many rows and columns (-1: any).
  Matrix get(const std::string& short_name, Index rows, Index columns) const {
    const std::string name = folder_ + short_name;
    std::size_t offset = 0;
    for (const json& shape : shapes_) {
      const Index r = size_from(shape.at("rows"));
      const Index c = size_from(shape.at("columns"));
      if (shape.at("name") == name) {
        if ((rows >= 0 && r != rows) || (columns >= 0 && c != columns)) {
          throw Error("array \"" + name + "\" is " + std::to_string(r) + " x " + std::to_string(c) +
                      ", which does not fit the rest");
        }
        Matrix values(r, c);
        const auto size = static_cast<std::size_t>(values.size()) * sizeof(double);
        if (size > 0) std::memcpy(values.data(), bytes_.data() + offset, size);
        if (!values.allFinite())
          throw Error("array \"" + name + "\" has entries that are not finite");
        return values;
      }
      offset += static_cast<std::size_t>(r) * static_cast<std::size_t>(c) * sizeof(double);
    }
    throw Error("array \"" + name + "\" is missing");
  }

 private:
  static Index size_from(const json& value) {
    const bool whole = value.is_number_integer();
    const auto size = whole ? value.get<Index>() : Index{-1};
    if (size < 0) throw Error("an array has no valid size");
    return size;
  }

  const json& shapes_;
  std::string_view bytes_;
  std::string folder_;
};

Matrix history_to_matrix(const std::vector<Bounds>& history) {
  Matrix rows(static_cast<Index>(history.size()), 3);
  for (Index i = 0; i < rows.rows(); ++i) {
    const Bounds& bounds = history[static_cast<std::size_t>(i)];
    rows.row(i) << bounds.iteration, bounds.upper, bounds.lower;
  }
  return rows;
}

std::vector<Bounds> history_from_matrix(const Matrix& rows) {
  std::vector<Bounds> history;
  for (Index i = 0; i < rows.rows(); ++i) {
    if (!(rows(i, 0) >= 0.0 && rows(i, 0) <= std::numeric_limits<int>::max())) {
      throw Error("an iteration number is out of range");
    }
    history.push_back({static_cast<int>(rows(i, 0)), rows(i, 1), rows(i, 2)});
  }
  return history;
}

json recipe_to_json(const Recipe& recipe) {
  json list = json::array();
  for (const ColumnRecipe& column : recipe) {
    list.push_back({{"name", bytes_to_text(column.name)},
                    {"levels", names_to_json(column.levels)},
                    {"fill", column.fill ? json(*column.fill) : json()}});
  }
  return list;
}

Recipe recipe_from_json(const json& list) {
  Recipe recipe;
  for (const json& description : list) {
    ColumnRecipe column;
    column.name = text_to_bytes(description.at("name").get<std::string>());
    column.levels = names_from_json(description.at("levels"));
    if (!std::is_sorted(column.levels.begin(), column.levels.end())) {
      throw Error("the levels of a column are not sorted");
    }
    if (!description.at("fill").is_null()) column.fill = description.at("fill").get<double>();
    if (column.fill && (!std::isfinite(*column.fill) || column.is_categorical())) {
      throw Error("what stands for a missing value is no number");
    }
    recipe.push_back(std::move(column));
  }
  return recipe;
}

json machines_to_json(const Model& model) {
  json list = json::array();
  for (const Machine& machine : model.machines) {
    list.push_back({{"intercept", machine.intercept},
                    {"negative", machine.negative},
                    {"positive", machine.positive}});
  }
  return list;
}

Matrix indices_to_matrix(const std::vector<Index>& indices) {
  Matrix column(static_cast<Index>(indices.size()), 1);
  for (Index i = 0; i < column.rows(); ++i) {
    column(i, 0) = static_cast<double>(indices[static_cast<std::size_t>(i)]);
  }
  return column;
}

void add_arrays(const Model& model, ArrayWriter& arrays) {
  Matrix range(model.features(), 3);
  range << model.feature_scaler.minimum(), model.feature_scaler.maximum(),
      model.feature_scaler.curvature();
  arrays.add("feature_range", range);
  arrays.add("support", indices_to_matrix(model.support));
  arrays.add("support_vectors", model.support_vectors);
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    const Machine& machine = model.machines[k];
    const std::string number = std::to_string(k);
    arrays.add("P" + number, machine.P);
    arrays.add("machine_support" + number, indices_to_matrix(machine.support));
    arrays.add("weights" + number, machine.weights);
  }
  arrays.add("held_out_errors", model.held_out_errors);
  arrays.add("history", history_to_matrix(model.certificate.history));
}

/// What the file says of a model, and its arrays.
json described(const Model& model, ArrayWriter& arrays) {
  add_arrays(model, arrays);
  const json family = family_to_json(
      *model.family, [&](const std::string& name, const Vector& v) { arrays.add(name, v); });
  json companions = json::array();
  for (const Model& companion : model.companions) {
    const ArrayWriter::Folder folder(arrays, companion_folder(companions.size()));
    companions.push_back(described(companion, arrays));
  }
  const ModelCertificate& certificate = model.certificate;
  return {
      {"companions", companions},
      {"share", model.share},
      {"library_version", model.library_version},
      {"task", model.task == Task::classification ? "classification" : "regression"},
      {"recipe", recipe_to_json(model.recipe)},
      {"feature_names", names_to_json(model.feature_names)},
      {"target_name", bytes_to_text(model.target_name)},
      {"classes", names_to_json(model.classes)},
      {"target_mean", model.target_scaler.mean()},
      {"target_scale", model.target_scaler.scale()},
      {"family", family},
      {"machines", machines_to_json(model)},
      {"training_rows", model.training_rows},
      {"cost", model.cost},
      {"tube", model.tube},
      {"loss", to_string(model.loss)},
      {"raw_target", model.raw_target},
      {"raw_kernel", model.raw_kernel},
      {"certificate",
       {{"upper", certificate.upper},
        {"lower", certificate.lower},
        {"status", to_string(certificate.status)},
        {"tolerance", certificate.tolerance},
        {"method", to_string(certificate.method)},
        {"inner_solves", certificate.inner_solves}}},
      {"calibration",
       model.calibration ? json{model.calibration->below(), model.calibration->above()} : json()},
      {"search", model.search ? search_to_json(*model.search) : json()}};
}

std::vector<Index> indices_from_matrix(const Matrix& column, Index limit) {
  std::vector<Index> indices;
  for (Index i = 0; i < column.rows(); ++i) {
    if (!(column(i, 0) >= 0.0 && column(i, 0) < static_cast<double>(limit))) {
      throw Error("a support vector's row is out of range");
    }
    indices.push_back(static_cast<Index>(column(i, 0)));
  }
  return indices;
}

/// How many machines there may be: one, or one for each class or pair of them.
bool fits(std::size_t machines, std::size_t classes) {
  return classes <= 2 ? machines == 1
                      : machines == classes || machines == classes * (classes - 1) / 2;
}

std::vector<Machine> machines_from(const json& list, const ArrayReader& arrays,
                                   const Model& model) {
  if (!fits(list.size(), model.classes.size())) {
    throw Error("the number of machines does not fit that of the classes");
  }
  const FeasibleSet& set = model.family->feasible_set();
  const bool diagonal = set.shape() == FeasibleSet::Shape::diagonal;
  const auto classes = static_cast<Index>(model.classes.size());
  std::vector<Machine> machines;
  for (const json& description : list) {
    const std::string number = std::to_string(machines.size());
    Machine machine;
    machine.P = arrays.get("P" + number, set.size(), diagonal ? 1 : set.size());
    machine.support = indices_from_matrix(arrays.get("machine_support" + number, -1, 1),
                                          static_cast<Index>(model.support.size()));
    machine.weights = arrays.get("weights" + number, static_cast<Index>(machine.support.size()), 1);
    machine.intercept = description.at("intercept").get<double>();
    machine.negative = description.at("negative").get<Index>();
    machine.positive = description.at("positive").get<Index>();
    const Index most = std::max<Index>(2, classes);
    if (machine.negative < Machine::rest || machine.negative >= most || machine.positive < 0 ||
        machine.positive >= most) {
      throw Error("a machine is for a class that does not exist");
    }
    machines.push_back(std::move(machine));
  }
  return machines;
}

Model model_from(const json& header, const ArrayReader& arrays) {
  Model model;
  model.library_version = header.at("library_version").get<std::string>();
  const auto task = header.at("task").get<std::string>();
  if (task != "classification" && task != "regression") throw Error("unknown task");
  model.task = task == "classification" ? Task::classification : Task::regression;
  model.feature_names = names_from_json(header.at("feature_names"));
  model.recipe = recipe_from_json(header.at("recipe"));
  if (feature_names(model.recipe).size() != model.feature_names.size()) {
    throw Error("the columns make another number of features");
  }
  model.target_name = text_to_bytes(header.at("target_name").get<std::string>());
  model.classes = names_from_json(header.at("classes"));
  if ((model.task == Task::classification) != (model.classes.size() >= 2)) {
    throw Error("the number of classes does not fit the task");
  }

  const auto n = static_cast<Index>(model.feature_names.size());
  const Matrix range = arrays.get("feature_range", n, 3);
  model.feature_scaler = FeatureScaler(range.col(0), range.col(1), range.col(2));
  model.target_scaler = TargetScaler::from_values(header.at("target_mean").get<double>(),
                                                  header.at("target_scale").get<double>());
  // Before the family is made: its size must not follow a number that nothing else bears out.
  const json& family = header.at("family");
  if (family.contains("features") && family.at("features").get<Index>() != n) {
    throw Error("the kernel is for another number of features");
  }
  model.family = family_from_json(
      family, [&](const std::string& name) { return Vector(arrays.get(name, -1, 1)); });
  if (model.family->features() != n) throw Error("the kernel is for another number of features");
  model.training_rows = header.at("training_rows").get<Index>();
  model.support = indices_from_matrix(arrays.get("support", -1, 1), model.training_rows);
  const auto support = static_cast<Index>(model.support.size());
  model.support_vectors = arrays.get("support_vectors", support, n);
  model.machines = machines_from(header.at("machines"), arrays, model);
  model.cost = header.at("cost").get<double>();
  model.tube = header.at("tube").get<double>();
  model.loss = enum_from_json(header.at("loss"), {Loss::linear, Loss::squared});
  model.raw_target = header.at("raw_target").get<bool>();
  model.raw_kernel = header.at("raw_kernel").get<bool>();

  const json& certificate = header.at("certificate");
  model.certificate = {certificate.at("upper").get<double>(),
                       certificate.at("lower").get<double>(),
                       enum_from_json(certificate.at("status"), all_statuses),
                       certificate.at("tolerance").get<double>(),
                       enum_from_json(certificate.at("method"),
                                      {Method::newton, Method::quasi_newton, Method::frank_wolfe}),
                       certificate.at("inner_solves").get<int>(),
                       history_from_matrix(arrays.get("history", -1, 3))};
  if (!header.at("calibration").is_null()) {
    model.calibration.emplace(header.at("calibration").at(0).get<double>(),
                              header.at("calibration").at(1).get<double>());
  }
  model.held_out_errors = arrays.get("held_out_errors", -1, 1);
  if (!header.at("search").is_null()) model.search = search_from_json(header.at("search"));
  model.share = header.at("share").get<double>();
  return model;
}

bool can_accompany(const Model& companion, const Model& model) {
  return companion.task == model.task && companion.classes == model.classes &&
         companion.features() == model.features() &&
         companion.machines.size() == model.machines.size();
}

Model model_with_companions(const json& header, const ArrayReader& arrays) {
  Model model = model_from(header, arrays);
  double shares = model.share;
  for (const json& description : header.at("companions")) {
    Model companion = model_from(description, arrays.in(companion_folder(model.companions.size())));
    if (!can_accompany(companion, model)) throw Error("a companion is of another kind");
    shares += companion.share;
    model.companions.push_back(std::move(companion));
  }
  constexpr double rounding = 1e-9;
  if (!(std::abs(shares - 1.0) <= rounding)) throw Error("the shares do not sum to 1");
  return model;
}

void append_number(std::string& bytes, std::uint64_t value) {
  std::array<char, sizeof value> raw{};
  std::memcpy(raw.data(), &value, sizeof value);
  bytes.append(raw.data(), raw.size());
}

std::uint64_t read_number(std::string_view bytes, std::size_t offset) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::string serialise(const Model& model) {
  ArrayWriter arrays;
  json description = described(model, arrays);
  description["arrays"] = arrays.shapes();
  const std::string header = description.dump();
  std::string bytes(magic_with_version);
  append_number(bytes, header.size());
  append_number(bytes, arrays.bytes().size() / sizeof(double));
  bytes += header;
  bytes += arrays.bytes();
  append_number(bytes, checksum(bytes));
  return bytes;
}

Model deserialise(std::string_view bytes, const std::string& source) {
  constexpr std::size_t number = sizeof(std::uint64_t);
  const std::size_t start = magic_with_version.size() + 2 * number;
  if (!bytes.starts_with(magic)) throw Error(source + ": not a tkl model");
  if (!bytes.starts_with(magic_with_version)) {
    const std::string_view version = bytes.substr(magic.size(), 8);
    throw Error(source + ": written by a different version of tkl (model format " +
                std::string(version.substr(0, version.find('\n'))) +
                ", this program reads format 3); upgrade tkl or train again");
  }
  const auto damaged = [&] {
    return Error(source + ": the model file is damaged or truncated; copy it again or train again");
  };
  if (bytes.size() < start + number) throw damaged();
  const std::uint64_t header_size = read_number(bytes, magic_with_version.size());
  const std::uint64_t doubles = read_number(bytes, magic_with_version.size() + number);
  const std::uint64_t room = bytes.size() - start - number;
  if (header_size > room || doubles != (room - header_size) / sizeof(double) ||
      (room - header_size) % sizeof(double) != 0) {
    throw damaged();
  }
  if (read_number(bytes, bytes.size() - number) !=
      checksum(bytes.substr(0, bytes.size() - number))) {
    throw damaged();
  }
  try {
    const json header = json::parse(bytes.substr(start, header_size));
    const ArrayReader arrays(header.at("arrays"),
                             bytes.substr(start + header_size, doubles * sizeof(double)));
    return model_with_companions(header, arrays);
  } catch (const Error& error) {
    throw Error(source + ": not a valid tkl model: " + error.what());
  } catch (const json::exception& error) {
    throw Error(source + ": not a valid tkl model: " + error.what());
  }
}

void save_model(const Model& model, const std::filesystem::path& file) {
  write_file(file, serialise(model));
}

Model load_model(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw Error(file.string() + ": is a directory, not a model file");
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(file.string() + ": cannot open the model; does the file exist?");
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw Error(file.string() + ": cannot read the model");
  return deserialise(bytes, file.string());
}

}  // namespace tkl
