#include <map>

#include "report/sections.hpp"

namespace tkl::report {

Json timing_section(const Context& context) {
  Json section = {{"support_vectors", all_support_vectors(context.model)}};
  const Index rows = context.data.points.rows();
  section["predicted_rows"] = rows;
  section["prediction_seconds"] = rows > 0 ? Json(context.prediction_seconds) : Json();
  section["threads"] = context.options.threads.count();
  section["search_seconds"] = Json();
  section["families"] = Json::array();
  if (!context.model.search) return section;
  const SearchRecord& search = *context.model.search;
  struct Spent {
    double seconds = 0.0;
    int settings = 0;
  };
  std::map<std::string, Spent> families;
  for (const SearchPoint& point : search.points) {
    Spent& spent = families[std::string(to_string(point.family))];
    spent.seconds += point.seconds;
    ++spent.settings;
  }
  section["search_seconds"] = search.seconds;
  for (const auto& [family, spent] : families) {
    section["families"].push_back(
        {{"family", family}, {"seconds", spent.seconds}, {"settings", spent.settings}});
  }
  return section;
}

}  // namespace tkl::report
