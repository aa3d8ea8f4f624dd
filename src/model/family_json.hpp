#pragma once

#include <functional>
#include <memory>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// A family's options for the model file. Vectors are handed over as named arrays, so that they
/// are stored exactly and in bulk.
nlohmann::json family_to_json(
    const KernelFamily& family,
    const std::function<void(const std::string& name, const Vector&)>& add_array);

/// Throws an Error or a json::exception if the description is not valid.
std::shared_ptr<const KernelFamily> family_from_json(
    const nlohmann::json& description,
    const std::function<Vector(const std::string& name)>& get_array);

}  // namespace tkl
