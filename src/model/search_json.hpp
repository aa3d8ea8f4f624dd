#pragma once

#include <nlohmann/json_fwd.hpp>

#include "tkl/search_record.hpp"

namespace tkl {

nlohmann::json search_to_json(const SearchRecord& record);
/// Throws an Error or a json::exception for what cannot be a record.
SearchRecord search_from_json(const nlohmann::json& description);

}  // namespace tkl
