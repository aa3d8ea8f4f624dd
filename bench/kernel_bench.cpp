// Speed of kernel matrices and of what learning derives from them. Counters: entries computed a
// second (a Gram matrix computes half of its entries and mirrors them), and, where the arithmetic of
// an entry can be counted, the share of what the vector unit can do: "share of peak" compares with
// the arithmetic_peak benchmark's loop, measured in the same run.

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

#include "arithmetic_peak.hpp"
#include "tkl/tessellated.hpp"

namespace {

using tkl::Basis;
using tkl::Index;
using tkl::Matrix;
using tkl::Threads;
using tkl::Vector;

struct Setting {
  Basis basis;
  int degree;
  Index features;
  Index points;
  int threads;
};

struct Data {
  tkl::Tessellated family;
  Matrix x;
  Matrix P;
  Vector w;
  Threads threads;

  explicit Data(const Setting& setting)
      : family(options(setting)),
        x((Matrix::Random(setting.points, setting.features).array() + 1.0) / 2.0),
        P(family.feasible_set().start()),
        w(Vector::Random(setting.points)),
        threads(setting.threads) {}

  double pairs() const { return static_cast<double>(x.rows()) * static_cast<double>(x.rows()); }

  static tkl::TessellatedOptions options(const Setting& setting) {
    tkl::TessellatedOptions options;
    options.box = tkl::Box::around_unit_cube(setting.features, 0.5);
    options.degree = setting.degree;
    options.basis = setting.basis;
    return options;
  }
};

/// Vector operations for one vector of entries: n minima, n - 1 products, three sums of q - 1 terms
/// (φ_0 = 1), one addition and one fused multiplication; for the full basis of degree 1 also the
/// quadratic polynomial in the sides. Zero: not counted.
double operations(const Setting& setting) {
  const auto n = static_cast<double>(setting.features);
  if (setting.basis == Basis::x) {
    const double q = setting.degree == 1 ? n + 1.0 : (n + 1.0) * (n + 2.0) / 2.0;
    return 2.0 * n - 1.0 + 3.0 * (q - 1.0) + 2.0;
  }
  if (setting.degree > 1) return 0.0;
  return 2.0 * n - 1.0 + 3.0 * n + 2.0 + 2.0 * n + n * (n + 1.0) / 2.0;
}

template <class T>
void count(benchmark::State& state, const Setting& setting, double entries) {
  const double total = entries * static_cast<double>(state.iterations());
  state.counters["entries/s"] = benchmark::Counter(total, benchmark::Counter::kIsRate);
  if (operations(setting) == 0.0) return;
  const double work = total * operations(setting) / static_cast<double>(tkl::bench::lanes<T>());
  state.counters["share of peak"] = benchmark::Counter(
      work / (setting.threads * tkl::bench::arithmetic_peak<T>()), benchmark::Counter::kIsRate);
}

void kernel_float(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.kernel_single(data.P, data.x, data.x, data.threads));
  }
  count<float>(state, setting, data.pairs());
}

void kernel_double(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.kernel(data.P, data.x, data.x, data.threads));
  }
  count<double>(state, setting, data.pairs());
}

void gram_float(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.gram_single(data.P, data.x, data.threads));
  }
  count<float>(state, setting, data.pairs() / 2.0);
}

void gram_double(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.gram(data.P, data.x, data.threads));
  }
  count<double>(state, setting, data.pairs() / 2.0);
}

void product(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.product(data.P, data.x, data.x, data.w, data.threads));
  }
  count<double>(state, setting, data.pairs());
}

/// D(w) when one point in `every` is a support vector.
template <int every>
void sensitivity(benchmark::State& state, const Setting& setting) {
  const Data data(setting);
  Vector w = data.w;
  for (Index i = 0; i < w.size(); ++i) {
    if (i % every != 0) w(i) = 0.0;
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(data.family.sensitivity(w, data.x, data.threads)->adjoint(w));
  }
  state.counters["entries/s"] =
      benchmark::Counter(data.pairs() / (every * every) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate);
}

template <class T>
void arithmetic_peak(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(tkl::bench::measured_peak<T>());
  state.counters["operations/s"] = tkl::bench::arithmetic_peak<T>();
  state.counters["lanes"] = static_cast<double>(tkl::bench::lanes<T>());
  state.SetLabel(tkl::bench::target_name());
}

BENCHMARK(arithmetic_peak<float>);
BENCHMARK(arithmetic_peak<double>);

void add(const std::string& name, void (*run)(benchmark::State&, const Setting&),
         const Setting& setting) {
  const std::string full =
      name + "/" + (setting.basis == Basis::x ? "x" : "full") +
      "/d:" + std::to_string(setting.degree) + "/n:" + std::to_string(setting.features) +
      "/m:" + std::to_string(setting.points) + "/threads:" + std::to_string(setting.threads);
  benchmark::RegisterBenchmark(full.c_str(), [=](benchmark::State& state) { run(state, setting); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  for (const Basis basis : {Basis::x, Basis::full}) {
    for (const int degree : {1, 2}) {
      for (const Index n : {2, 5, 8, 20, 57}) {
        // P of the larger bases has more entries than anyone learns.
        if (degree == 2 && n > (basis == Basis::x ? 20 : 8)) continue;
        for (const Index m : {1300, 8000}) {
          // Minutes each, and no other news than at 1300.
          if (basis == Basis::full && m > 1300 && (degree == 2 || n > 8)) continue;
          for (const int threads : {1, 2}) {
            const Setting setting{basis, degree, n, m, threads};
            add("kernel_float", kernel_float, setting);
            add("kernel_double", kernel_double, setting);
            add("gram_float", gram_float, setting);
            add("gram_double", gram_double, setting);
            add("product", product, setting);
            add("sensitivity_all", sensitivity<1>, setting);
            add("sensitivity_third", sensitivity<3>, setting);
          }
        }
      }
    }
  }
  return true;
}();

}  // namespace
