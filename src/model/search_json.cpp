#include "model/search_json.hpp"

#include <cmath>

#include "model/enum_json.hpp"

namespace tkl {

using nlohmann::json;

namespace {

/// JSON has no NaN; null stands for a number that is not known.
json number_or_null(double value) { return std::isfinite(value) ? json(value) : json(); }

double number_from(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

json point_to_json(const SearchPoint& point) {
  return {{"warp", point.warp},
          {"axes", to_string(point.axes)},
          {"codes", point.codes},
          {"family", to_string(point.family)},
          {"degree", point.degree},
          {"scale", point.scale},
          {"per_feature", point.per_feature},
          {"tau", point.tau},
          {"loss", to_string(point.loss)},
          {"cost", point.cost},
          {"tube", point.tube},
          {"mean", number_or_null(point.mean)},
          {"deviation", number_or_null(point.deviation)},
          {"seconds", point.seconds},
          {"folds", point.folds}};
}

SearchPoint point_from_json(const json& point) {
  return {
      point.at("warp").get<bool>(),
      enum_from_json(point.value("axes", json(to_string(Axes::features))),
                     {Axes::features, Axes::principal}),
      point.value("codes", std::vector<Index>()),
      enum_from_json(point.at("family"), {Family::tessellated, Family::reflected, Family::gaussian,
                                          Family::matern, Family::polynomial, Family::kernels}),
      point.at("degree").get<int>(),
      point.at("scale").get<double>(),
      point.at("per_feature").get<bool>(),
      point.at("tau").get<double>(),
      enum_from_json(point.at("loss"), {Loss::linear, Loss::squared}),
      point.at("cost").get<double>(),
      point.at("tube").get<double>(),
      number_from(point.at("mean")),
      number_from(point.at("deviation")),
      point.at("seconds").get<double>(),
      point.at("folds").get<int>()};
}

}  // namespace

json search_to_json(const SearchRecord& record) {
  json points = json::array();
  for (const SearchPoint& point : record.points) points.push_back(point_to_json(point));
  json members = json::array();
  for (const SearchMember& member : record.members) {
    members.push_back({{"point", member.point}, {"share", member.share}});
  }
  return {{"strategy", to_string(record.strategy)},
          {"metric", to_string(record.metric)},
          {"folds", record.folds},
          {"seed", record.seed},
          {"rows", record.rows},
          {"points", points},
          {"chosen", record.chosen},
          {"members", members},
          {"reached", number_or_null(record.reached)},
          {"expected", number_or_null(record.expected)},
          {"seconds", record.seconds},
          {"status", to_string(record.status)}};
}

SearchRecord search_from_json(const json& description) {
  SearchRecord record;
  record.strategy =
      enum_from_json(description.at("strategy"), {Strategy::automatic, Strategy::grid});
  record.metric = enum_from_json(description.at("metric"),
                                 {Metric::mse, Metric::mae, Metric::r2, Metric::accuracy,
                                  Metric::balanced_accuracy, Metric::log_loss, Metric::auc});
  record.folds = description.at("folds").get<int>();
  record.seed = description.at("seed").get<std::uint64_t>();
  record.rows = description.at("rows").get<Index>();
  for (const json& point : description.at("points")) {
    record.points.push_back(point_from_json(point));
  }
  record.chosen = description.at("chosen").get<std::size_t>();
  if (record.chosen >= record.points.size() && !record.points.empty()) {
    throw Error("the chosen point of the search is none of them");
  }
  for (const json& member : description.at("members")) {
    record.members.push_back(
        {member.at("point").get<std::size_t>(), member.at("share").get<double>()});
    if (record.members.back().point >= record.points.size()) {
      throw Error("a member is none of the points of the search");
    }
  }
  record.reached = number_from(description.at("reached"));
  record.expected = number_from(description.at("expected"));
  record.seconds = description.at("seconds").get<double>();
  record.status = enum_from_json(description.at("status"), all_statuses);
  return record;
}

}  // namespace tkl
