#include "report/names.hpp"
#include "report/sections.hpp"
#include "tkl/describe.hpp"

namespace tkl::report {

namespace {

constexpr Index most_iterations = 300;

Json history_to_json(const std::vector<Bounds>& history) {
  Json list = Json::array();
  for (const Index k : evenly(std::ssize(history), most_iterations)) {
    const Bounds& bounds = history[static_cast<std::size_t>(k)];
    list.push_back({{"iteration", bounds.iteration},
                    {"upper", number(bounds.upper)},
                    {"lower", number(bounds.lower)},
                    {"gap", number(bounds.relative_gap())}});
  }
  return list;
}

}  // namespace

Json certificate_section(const Context& context) {
  Json members = Json::array();
  for (const Model* member : members_of(context.model)) {
    const ModelCertificate& certificate = member->certificate;
    members.push_back({{"name", kernel_name(*member)},
                       {"share", member->share},
                       {"upper", number(certificate.upper)},
                       {"lower", number(certificate.lower)},
                       {"relative_gap", number(certificate.relative_gap())},
                       {"tolerance", certificate.tolerance},
                       {"status", to_string(certificate.status)},
                       {"method", to_string(certificate.method)},
                       {"iterations", outer_iterations(certificate)},
                       {"inner_solves", certificate.inner_solves},
                       {"machines", member->machines.size()},
                       {"learned", has_learned_kernel(*member)},
                       {"history", history_to_json(certificate.history)}});
  }
  return members;
}

}  // namespace tkl::report
