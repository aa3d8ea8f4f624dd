#include "tkl/report.hpp"

#include "report/page_template.hpp"
#include "report/sections.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

using report::Json;

/// JSON that can stand in a script element of a page: nothing in it can end the element or start a
/// comment, whatever names the data have. Bytes that are no UTF-8 are replaced.
std::string for_script(const std::string& json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    switch (c) {
      case '<': text += "\\u003c"; break;
      case '>': text += "\\u003e"; break;
      case '&': text += "\\u0026"; break;
      default: text += c;
    }
  }
  return text;
}

}  // namespace

std::string report_json(const Model& model, const ReportData& data, const ReportOptions& options) {
  const report::Context context = report::make_context(model, data, options);
  Json whole;
  whole["model"] = report::model_section(context);
  whole["certificate"] = report::certificate_section(context);
  whole["search"] = report::search_section(context);
  whole["quality"] = report::quality_section(context);
  whole["kernel"] = report::kernel_section(context);
  whole["influence"] = report::influence_section(context);
  whole["data"] = report::data_section(context);
  whole["timing"] = report::timing_section(context);
  whole["summary"] = report::summary_section(context, whole);
  constexpr int on_one_line = -1;
  constexpr bool only_ascii = true;
  return whole.dump(on_one_line, ' ', only_ascii, Json::error_handler_t::replace);
}

bool has_report_page() { return !report::page_template().empty(); }

std::string report_page(const Model& model, const ReportData& data, const ReportOptions& options) {
  constexpr std::string_view place = "\"the report's data\"";
  std::string page = report::page_template();
  const std::size_t at = page.find(place);
  if (at == std::string::npos) {
    throw Error(
        "this build of tkl has no report page: node and npm, which put it together, were not there "
        "when it was built; install them (Debian: nodejs npm), then configure and build tkl again");
  }
  return page.replace(at, place.size(), for_script(report_json(model, data, options)));
}

}  // namespace tkl
