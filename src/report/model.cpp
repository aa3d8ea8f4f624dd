#include "report/names.hpp"
#include "report/sections.hpp"
#include "tkl/describe.hpp"
#include "tkl/version.hpp"

namespace tkl::report {

namespace {

Json member_to_json(const Model& member) {
  Json object = {{"name", kernel_name(member)},    {"description", describe_family(*member.family)},
                 {"share", member.share},          {"cost", member.cost},
                 {"loss", to_string(member.loss)}, {"support_vectors", member.support.size()}};
  object["tube"] = member.task == Task::regression ? Json(member.tube) : Json();
  object["warped"] = !member.feature_scaler.curvature().isZero(0.0);
  object["axes"] = to_string(member.feature_scaler.axes());
  object["codes"] = Json::array();
  for (const Code& code : member.feature_scaler.codes()) {
    object["codes"].push_back(member.feature_names[static_cast<std::size_t>(code.feature)]);
  }
  return object;
}

}  // namespace

Json model_section(const Context& context) {
  const Model& model = context.model;
  Json members = Json::array();
  for (const Model* member : members_of(model)) members.push_back(member_to_json(*member));
  return {{"name", context.options.model_name},
          {"written_by", model.library_version},
          {"report_by", version},
          {"task", to_string(model.task)},
          {"target", model.target_name},
          {"classes", model.classes},
          {"columns", model.recipe.size()},
          {"features", model.features()},
          {"training_rows", model.training_rows},
          {"members", members}};
}

}  // namespace tkl::report
