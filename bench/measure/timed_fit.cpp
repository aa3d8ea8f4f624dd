#include "measure/timed_fit.hpp"

#include "measure/bytes.hpp"
#include "measure/isolated.hpp"

namespace tkl::bench {

std::optional<TimedFit> timed_fit(const Settings& settings, const Dataset& data, int threads) {
  const auto answer = run_isolated({settings.limit, threads == 1}, [&] {
    const Stopwatch stopwatch;
    const FitResult result = fit(data, settings.fit_options(threads));
    const double seconds = stopwatch.seconds();
    const PhaseSeconds& phases = result.seconds;
    return to_bytes(seconds) + to_bytes(phases.kernel) + to_bytes(phases.svm) +
           to_bytes(phases.step) + to_bytes(phases.total) + serialise(result.model);
  });
  if (!answer) return std::nullopt;
  Reader reader(*answer);
  TimedFit timed;
  timed.seconds = reader.number();
  timed.phases.kernel = reader.number();
  timed.phases.svm = reader.number();
  timed.phases.step = reader.number();
  timed.phases.total = reader.number();
  timed.model = deserialise(reader.rest(), "a measured fit");
  return timed;
}

}  // namespace tkl::bench
