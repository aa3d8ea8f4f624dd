#pragma once

#include <cstdint>

#include "tkl/model.hpp"

namespace tkl::cli {

/// Prints everything in the model as one JSON object; `bytes` is its file's size.
void print_info_json(const Model& model, std::uintmax_t bytes);

}  // namespace tkl::cli
