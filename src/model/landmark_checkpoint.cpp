#include "model/landmark_checkpoint.hpp"

#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tkl/error.hpp"
#include "tkl/write_file.hpp"

namespace tkl {

namespace {

using nlohmann::json;

json to_json(const Matrix& matrix) {
  return {{"rows", matrix.rows()},
          {"values", std::vector<double>(matrix.data(), matrix.data() + matrix.size())}};
}

Matrix matrix_from(const json& object) {
  const auto values = object.at("values").get<std::vector<double>>();
  const auto rows = object.at("rows").get<Index>();
  if (rows < 1 || std::ssize(values) % rows != 0) throw Error("an array has no shape");
  return Eigen::Map<const Matrix>(values.data(), rows, std::ssize(values) / rows);
}

json to_json(const RestrictedSolution& solution) {
  return {{"u", to_json(solution.u)},  {"b", solution.b},
          {"primal", solution.primal}, {"dual", solution.dual},
          {"steps", solution.steps},   {"kernel_free", solution.kernel_free}};
}

RestrictedSolution solution_from(const json& object) {
  RestrictedSolution solution;
  solution.u = matrix_from(object.at("u")).col(0);
  solution.b = object.at("b").get<double>();
  solution.primal = object.at("primal").get<double>();
  solution.dual = object.at("dual").get<double>();
  solution.kernel_free = object.at("kernel_free").get<double>();
  solution.steps = object.at("steps").get<int>();
  return solution;
}

json to_json(const RestrictedState& state) {
  json past = json::array();
  for (const RestrictedState::ProximalStep& step : state.past) {
    past.push_back({{"u", to_json(step.u)}, {"b", step.b}, {"width", step.width}});
  }
  return {{"u", to_json(state.u)},
          {"b", state.b},
          {"share", state.share},
          {"width", state.width},
          {"shortfall", state.shortfall},
          {"settled", state.settled},
          {"past", past}};
}

RestrictedState state_from(const json& object) {
  RestrictedState state;
  state.u = matrix_from(object.at("u")).col(0);
  state.b = object.at("b").get<double>();
  state.share = object.at("share").get<double>();
  state.width = object.at("width").get<double>();
  state.shortfall = object.at("shortfall").get<double>();
  state.settled = object.at("settled").get<bool>();
  for (const json& step : object.at("past")) {
    state.past.push_back({matrix_from(step.at("u")).col(0), step.at("b").get<double>(),
                          step.at("width").get<double>()});
  }
  return state;
}

}  // namespace

void save_checkpoint(const LandmarkCheckpoint& checkpoint, const std::filesystem::path& file) {
  json solved = json::array();
  for (const RestrictedSolution& solution : checkpoint.solved) solved.push_back(to_json(solution));
  json object = {{"fingerprint", checkpoint.fingerprint},
                 {"P", to_json(checkpoint.P)},
                 {"kernel_rows", checkpoint.record.kernel_rows},
                 {"kernel_gap", checkpoint.record.kernel_gap},
                 {"solved", solved}};
  if (checkpoint.state) object["state"] = to_json(*checkpoint.state);
  write_file(file, object.dump());
}

LandmarkCheckpoint load_checkpoint(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw Error(file.string() + ": there is no such checkpoint; leave out --resume to begin anew");
  }
  std::stringstream text;
  text << stream.rdbuf();
  try {
    const json object = json::parse(text.str());
    LandmarkCheckpoint checkpoint;
    checkpoint.fingerprint = object.at("fingerprint").get<std::string>();
    checkpoint.P = matrix_from(object.at("P"));
    checkpoint.record.kernel_rows = object.at("kernel_rows").get<Index>();
    checkpoint.record.kernel_gap = object.at("kernel_gap").get<double>();
    for (const json& solution : object.at("solved")) {
      checkpoint.solved.push_back(solution_from(solution));
    }
    if (object.contains("state")) {
      checkpoint.state = state_from(object.at("state"));
    }
    return checkpoint;
  } catch (const std::exception& error) {
    throw Error(file.string() + ": this is no checkpoint (" + error.what() +
                "); leave out --resume to begin anew");
  }
}

}  // namespace tkl
