#include "report/page_template.hpp"

namespace tkl::report {

// Compiled instead of the bundled page where that could not be made.
std::string page_template() { return {}; }

}  // namespace tkl::report
