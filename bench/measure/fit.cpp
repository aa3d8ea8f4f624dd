#include <string>

#include <nlohmann/json.hpp>

#include "measure/fit_json.hpp"
#include "measure/measurements.hpp"
#include "measure/timed_fit.hpp"

namespace tkl::bench {

namespace {

bool same_bits(const Model& a, const Model& b) {
  const Machine& first = a.machines[0];
  const Machine& second = b.machines[0];
  return a.support == b.support && first.weights == second.weights && first.P == second.P &&
         first.intercept == second.intercept;
}

}  // namespace

nlohmann::ordered_json measure_fit(const Settings& settings) {
  const Dataset data = read(settings.train, settings.task);
  nlohmann::ordered_json result;
  std::vector<TimedFit> firsts;
  for (const int threads : settings.threads) {
    auto first = timed_fit(settings, data, threads);
    const std::string key = std::to_string(threads);
    if (!first) {
      result["threads"][key] = {{"seconds", {settings.limit}}, {"outcome", "out of time"}};
      continue;
    }
    result["threads"][key] = to_json(*first);
    firsts.push_back(std::move(*first));
  }
  if (firsts.size() != settings.threads.size()) return result;

  bool same = true;
  for (const TimedFit& timed : firsts) same = same && same_bits(timed.model, firsts[0].model);
  result["same_bits"] = same;

  // The first runs count too: a fit of the largest sizes takes its time. By turns, so that whatever
  // else the machine does meets all.
  const int repeats = settings.repetitions.count(firsts[0].seconds);
  for (int k = 1; k < repeats; ++k) {
    for (const int threads : settings.threads) {
      const auto run = timed_fit(settings, data, threads);
      auto& samples = result["threads"][std::to_string(threads)]["seconds"];
      samples.push_back(run ? run->seconds : settings.limit);
    }
  }
  return result;
}

}  // namespace tkl::bench
