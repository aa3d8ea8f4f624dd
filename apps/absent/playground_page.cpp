#include "playground_page.hpp"

namespace tkl::cli {

// Compiled instead of the page where that was not built before.
std::string playground_page() { return {}; }

}  // namespace tkl::cli
