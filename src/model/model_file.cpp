/// What a model file says of a model, and back. How it is packed: model_package.hpp.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/enum_json.hpp"
#include "model/family_json.hpp"
#include "model/model_package.hpp"
#include "model/named_arrays.hpp"
#include "model/search_json.hpp"
#include "tkl/error.hpp"
#include "tkl/model.hpp"
#include "tkl/write_file.hpp"

namespace tkl {

namespace {

using nlohmann::json;

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

json codes_to_json(const std::vector<Code>& codes) {
  json list = json::array();
  for (const Code& code : codes) {
    list.push_back({{"feature", code.feature},
                    {"levels", std::vector<double>(code.levels.begin(), code.levels.end())}});
  }
  return list;
}

std::vector<Code> codes_from_json(const json& list) {
  std::vector<Code> codes;
  for (const json& description : list) {
    const auto levels = description.at("levels").get<std::vector<double>>();
    codes.push_back({description.at("feature").get<Index>(),
                     Eigen::Map<const Vector>(levels.data(), std::ssize(levels))});
  }
  return codes;
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
  if (model.feature_scaler.axes() == Axes::principal) {
    arrays.add("axes", model.feature_scaler.turn());
  }
  arrays.add("support", indices_to_matrix(model.support));
  arrays.add("support_vectors", model.support_vectors);
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    const Machine& machine = model.machines[k];
    const std::string number = std::to_string(k);
    arrays.add("P" + number, machine.P);
    arrays.add("machine_support" + number, indices_to_matrix(machine.support));
    arrays.add("weights" + number, machine.weights);
    if (model.cells) arrays.add("landmark_weights" + number, machine.landmark_weights);
  }
  if (model.cells) {
    arrays.add("cell_pivots", model.cells->tree.pivots);
    arrays.add("cell_thresholds", model.cells->tree.thresholds);
    arrays.add("cell_landmarks", indices_to_matrix(model.cells->landmarks));
    arrays.add("cell_home", indices_to_matrix(model.cells->home));
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
  json description = {
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
  if (model.landmarks) {
    description["landmarks"] = {{"kernel_rows", model.landmarks->kernel_rows},
                                {"kernel_gap", model.landmarks->kernel_gap},
                                {"svm_gap", model.landmarks->svm_gap}};
    if (model.cells) description["landmarks"]["cells"] = model.cells->tree.cells();
  }
  const std::vector<Code>& codes = model.feature_scaler.codes();
  if (!codes.empty()) description["codes"] = codes_to_json(codes);
  const Axes axes = model.feature_scaler.axes();
  if (axes != Axes::features) description["axes"] = to_string(axes);
  return description;
}

/// The first format that knew all that the model has, so that older programs read what they can.
int format_of(const Model& model) {
  const FeatureScaler& scaler = model.feature_scaler;
  int format = scaler.axes() == Axes::principal ? 6
               : !scaler.codes().empty()        ? 5
               : model.cells                    ? 4
                                                : 3;
  for (const Model& companion : model.companions) format = std::max(format, format_of(companion));
  return format;
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

/// Requires the support vectors of the model.
Cells cells_from(Index count, const ArrayReader& arrays, const Model& model) {
  const auto bits = static_cast<std::uint64_t>(count);
  if (count < 1 || !std::has_single_bit(bits)) throw Error("the number of cells is none of a tree");
  Cells cells;
  cells.tree.thresholds = arrays.get("cell_thresholds", count - 1, 1);
  cells.tree.pivots =
      arrays.get("cell_pivots", 2 * (count - 1), model.feature_scaler.coordinates());
  const auto support = static_cast<Index>(model.support.size());
  cells.landmarks = indices_from_matrix(arrays.get("cell_landmarks", -1, 1), support);
  cells.home = indices_from_matrix(arrays.get("cell_home", support, 1), count);
  return cells;
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
    if (model.cells) {
      machine.landmark_weights =
          arrays.get("landmark_weights" + number, static_cast<Index>(model.cells->landmarks.size()),
                     model.cells->tree.cells());
    }
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
  model.feature_scaler =
      FeatureScaler(range.col(0), range.col(1), range.col(2),
                    codes_from_json(header.value("codes", json::array())),
                    header.contains("axes") ? arrays.get("axes", n + 1, n) : Matrix());
  const Index coordinates = model.feature_scaler.coordinates();
  model.target_scaler = TargetScaler::from_values(header.at("target_mean").get<double>(),
                                                  header.at("target_scale").get<double>());
  // Before the family is made: its size must not follow a number that nothing else bears out.
  const json& family = header.at("family");
  if (family.contains("features") && family.at("features").get<Index>() != coordinates) {
    throw Error("the kernel is for another number of features");
  }
  model.family = family_from_json(
      family, [&](const std::string& name) { return Vector(arrays.get(name, -1, 1)); });
  if (model.family->features() != coordinates) {
    throw Error("the kernel is for another number of features");
  }
  model.training_rows = header.at("training_rows").get<Index>();
  model.support = indices_from_matrix(arrays.get("support", -1, 1), model.training_rows);
  const auto support = static_cast<Index>(model.support.size());
  model.support_vectors = arrays.get("support_vectors", support, n);
  if (header.contains("landmarks")) {
    const json& record = header.at("landmarks");
    model.landmarks = {record.at("kernel_rows").get<Index>(), record.at("kernel_gap").get<double>(),
                       record.at("svm_gap").get<double>()};
    const auto cells = record.value("cells", Index{0});
    if (cells != 0) model.cells = cells_from(cells, arrays, model);
  }
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

}  // namespace

std::string serialise(const Model& model) {
  ArrayWriter arrays;
  const json description = described(model, arrays);
  return pack(description, arrays, format_of(model));
}

Model deserialise(std::string_view bytes, const std::string& source) {
  const Package package = unpack(bytes, source);
  try {
    const json header = json::parse(package.header);
    return model_with_companions(header, ArrayReader(header.at("arrays"), package.doubles));
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
