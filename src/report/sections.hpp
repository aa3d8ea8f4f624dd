#pragma once

#include "report/context.hpp"
#include "report/json.hpp"

/// The sections of the report, a source file each. What a section cannot say is null.
namespace tkl::report {

Json model_section(const Context& context);
Json certificate_section(const Context& context);
Json search_section(const Context& context);
Json quality_section(const Context& context);
Json kernel_section(const Context& context);
Json influence_section(const Context& context);
Json data_section(const Context& context);
Json timing_section(const Context& context);

/// The whole in plain words, from the other sections.
Json summary_section(const Context& context, const Json& report);

/// Parts of quality_section.
Json regression_quality(const Context& context);
Json class_quality(const Context& context);
/// Where errors are largest, given the loss of each of context.known.
Json weak_spots(const Context& context, const Vector& losses);

}  // namespace tkl::report
