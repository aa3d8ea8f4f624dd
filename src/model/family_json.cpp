#include "model/family_json.hpp"

#include <nlohmann/json.hpp>

#include "tkl/error.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {

namespace {

using nlohmann::json;

json kernel_to_json(const FixedKernel& kernel) {
  return {{"kind", to_string(kernel.kind)},
          {"width", kernel.width},
          {"degree", kernel.degree},
          {"feature", kernel.feature ? json(*kernel.feature) : json()},
          {"factor", kernel.factor}};
}

FixedKernel::Kind kind_from_json(const json& description) {
  using Kind = FixedKernel::Kind;
  const auto name = description.get<std::string>();
  for (const Kind kind : {Kind::gaussian, Kind::matern, Kind::polynomial}) {
    if (name == to_string(kind)) return kind;
  }
  throw Error("unknown kernel \"" + name + "\"");
}

FixedKernel kernel_from_json(const json& description) {
  FixedKernel kernel;
  kernel.kind = kind_from_json(description.at("kind"));
  kernel.width = description.at("width").get<double>();
  kernel.degree = description.at("degree").get<int>();
  if (!description.at("feature").is_null()) kernel.feature = description.at("feature").get<Index>();
  kernel.factor = description.at("factor").get<double>();
  return kernel;
}

json tessellated_to_json(const TessellatedOptions& options) {
  return {{"name", "tessellated"},
          {"degree", options.degree},
          {"basis", options.basis == Basis::full ? "full" : "x"},
          {"tau", options.tau},
          {"scale", options.scale},
          {"reflected", options.reflected}};
}

}  // namespace

json family_to_json(const KernelFamily& family,
                    const std::function<void(const std::string&, const Vector&)>& add_array) {
  if (const auto* tessellated = dynamic_cast<const Tessellated*>(&family)) {
    const TessellatedOptions& options = tessellated->options();
    add_array("box_lower", options.box.lower);
    add_array("box_upper", options.box.upper);
    add_array("function_scale", options.function_scale);
    return tessellated_to_json(options);
  }
  if (const auto* polynomial = dynamic_cast<const Polynomial*>(&family)) {
    const PolynomialOptions& options = polynomial->options();
    return {{"name", "polynomial"},
            {"features", options.features},
            {"degree", options.degree},
            {"tau", options.tau},
            {"scale", options.scale}};
  }
  if (const auto* list = dynamic_cast<const KernelList*>(&family)) {
    const KernelListOptions& options = list->options();
    add_array("feature_scale", options.feature_scale);
    json kernels = json::array();
    for (const FixedKernel& kernel : options.kernels) kernels.push_back(kernel_to_json(kernel));
    return {{"name", "kernels"},
            {"features", options.features},
            {"kernels", kernels},
            {"tau", options.tau},
            {"scale", options.scale}};
  }
  throw Error("this kernel family is not one that a model file can hold");
}

std::shared_ptr<const KernelFamily> family_from_json(
    const json& description, const std::function<Vector(const std::string&)>& get_array) {
  const auto name = description.at("name").get<std::string>();
  const auto tau = description.at("tau").get<double>();
  const auto scale = description.at("scale").get<double>();
  if (name == "tessellated") {
    const auto basis = description.at("basis").get<std::string>();
    if (basis != "x" && basis != "full") throw Error("unknown basis \"" + basis + "\"");
    return std::make_shared<Tessellated>(
        TessellatedOptions{{get_array("box_lower"), get_array("box_upper")},
                           description.at("degree").get<int>(),
                           basis == "full" ? Basis::full : Basis::x,
                           tau,
                           scale,
                           description.at("reflected").get<bool>(),
                           get_array("function_scale")});
  }
  if (name == "polynomial") {
    return std::make_shared<Polynomial>(PolynomialOptions{
        description.at("features").get<Index>(), description.at("degree").get<int>(), tau, scale});
  }
  if (name == "kernels") {
    KernelListOptions options{
        description.at("features").get<Index>(), {}, tau, scale, get_array("feature_scale")};
    for (const json& kernel : description.at("kernels")) {
      options.kernels.push_back(kernel_from_json(kernel));
    }
    return std::make_shared<KernelList>(std::move(options));
  }
  throw Error("unknown kernel family \"" + name + "\"");
}

}  // namespace tkl
