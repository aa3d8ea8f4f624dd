#include "model/search_json.hpp"
#include "report/sections.hpp"
#include "tkl/describe.hpp"

namespace tkl::report {

Json search_section(const Context& context) {
  if (!context.model.search) return {};
  const SearchRecord& search = *context.model.search;
  Json section = search_to_json(search);
  section["larger_is_better"] = larger_is_better(search.metric);
  for (std::size_t k = 0; k < search.points.size(); ++k) {
    section["points"][k]["settings"] = describe_settings(search.points[k]);
  }
  return section;
}

}  // namespace tkl::report
