#pragma once

#include <string>

namespace tkl::report {

/// The page without its data, as web/ is bundled when the library is built; empty if that was not
/// possible.
std::string page_template();

}  // namespace tkl::report
