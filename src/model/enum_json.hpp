#pragma once

#include <initializer_list>
#include <string>

#include <nlohmann/json.hpp>

#include "tkl/error.hpp"
#include "tkl/status.hpp"

namespace tkl {

/// The one of the choices that to_string() spells like that.
template <class Enum>
Enum enum_from_json(const nlohmann::json& value, std::initializer_list<Enum> choices) {
  const auto text = value.get<std::string>();
  for (const Enum choice : choices) {
    if (to_string(choice) == text) return choice;
  }
  throw Error("\"" + text + "\" is not known");
}

inline constexpr std::initializer_list<Status> all_statuses = {
    Status::converged, Status::iteration_limit, Status::time_limit, Status::interrupted,
    Status::stalled};

}  // namespace tkl
