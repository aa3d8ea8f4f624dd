#include "select/search_fingerprint.hpp"

#include <cstdint>
#include <cstring>

#include "tkl/table.hpp"
#include "tkl/version.hpp"

namespace tkl {

namespace {

/// FNV-1a, eight bytes at a time.
class Digest {
 public:
  void add(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    hash_ = (hash_ ^ bits) * 0x100000001b3U;
  }
  template <class Values>
  void add_all(const Values& values) {
    for (const auto value : values) add(static_cast<double>(value));
  }
  std::string text() const { return std::to_string(hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

std::string digest_of(const Dataset& data) {
  Digest digest;
  digest.add_all(data.points.reshaped());
  digest.add_all(data.target);
  digest.add_all(data.weights);
  digest.add_all(data.groups);
  return digest.text();
}

}  // namespace

std::string search_fingerprint(const Dataset& data, const FitOptions& base,
                               const SelectOptions& options) {
  std::string text = "tkl " + std::string(version) + " " + std::string(to_string(data.task)) +
                     " of " + std::to_string(data.rows()) + " rows " + digest_of(data);
  for (const double value :
       {static_cast<double>(options.seed), static_cast<double>(options.folds),
        static_cast<double>(options.repeats),
        options.metric ? static_cast<double>(*options.metric) : -1.0,
        static_cast<double>(base.basis), static_cast<double>(base.multiclass),
        base.shared_kernel ? 1.0 : 0.0, base.raw_target ? 1.0 : 0.0, base.raw_kernel ? 1.0 : 0.0,
        static_cast<double>(base.learn.method), static_cast<double>(base.learn.max_iterations)}) {
    text += " " + format_number(value);
  }
  if (base.box) {
    for (const Vector* corner : {&base.box->lower, &base.box->upper}) {
      for (const double value : *corner) text += " " + format_number(value);
    }
  }
  for (const FixedKernel& kernel : base.kernels) text += " " + to_string(kernel);
  return text;
}

}  // namespace tkl
