#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "measure/measurements.hpp"

namespace tkl::bench {

namespace {

/// 512 MB, far more than any cache holds.
constexpr std::size_t numbers = std::size_t{1} << 26;

/// Gigabytes a second at which so many threads read: the limit of all work that reads a kernel matrix
/// again and again. The best of some runs, since whatever disturbs one makes it slower.
double reading_speed(const std::vector<std::uint64_t>& memory, int threads) {
  constexpr int runs = 5;
  const std::size_t share = memory.size() / static_cast<std::size_t>(threads);
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(threads));
  double best = 0.0;
  for (int run = 0; run < runs; ++run) {
    const Stopwatch stopwatch;
    Threads(threads).for_each(threads, [&](Index thread) {
      const auto begin = memory.begin() + static_cast<std::ptrdiff_t>(share) * thread;
      sums[static_cast<std::size_t>(thread)] =
          std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(share), std::uint64_t{0});
    });
    const auto bytes = static_cast<double>(share * sums.size() * sizeof(std::uint64_t));
    best = std::max(best, 1e-9 * bytes / stopwatch.seconds());
  }
  // What nobody looks at need not be read at all.
  if (std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}) != share * sums.size()) {
    throw std::runtime_error("memory was not read");
  }
  return best;
}

}  // namespace

nlohmann::ordered_json measure_memory_speed(const Settings& settings) {
  const std::vector<std::uint64_t> memory(numbers, 1);
  nlohmann::ordered_json result;
  for (const int threads : settings.threads) {
    result[std::to_string(threads)] = reading_speed(memory, threads);
  }
  return result;
}

}  // namespace tkl::bench
