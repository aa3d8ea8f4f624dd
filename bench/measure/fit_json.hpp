#pragma once

#include <nlohmann/json.hpp>

#include "measure/timed_fit.hpp"

namespace tkl::bench {

inline nlohmann::ordered_json to_json(const TimedFit& timed) {
  const ModelCertificate& certificate = timed.model.certificate;
  return {{"seconds", {timed.seconds}},
          {"outcome", to_string(certificate.status)},
          {"gap", certificate.relative_gap()},
          {"method", to_string(certificate.method)},
          {"solves", certificate.inner_solves},
          {"support_vectors", timed.model.machines[0].weights.size()},
          {"phases",
           {{"kernel", timed.phases.kernel},
            {"svm", timed.phases.svm},
            {"step", timed.phases.step},
            {"learn", timed.phases.total}}}};
}

}  // namespace tkl::bench
