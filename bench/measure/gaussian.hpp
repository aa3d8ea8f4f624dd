#pragma once

#include "measure/libsvm.hpp"
#include "measure/setup.hpp"

namespace tkl::bench {

/// LIBSVM's `-t 2` on the points and target that tkl's scaling gives, with the cost and the tube of
/// the settings and γ = 1 / (n · variance), which suits points in a cube better than LIBSVM's 1/n.
class GaussianSvm {
 public:
  GaussianSvm(const Settings& settings, const Dataset& data, const Model& scaling);

  double seconds() const { return seconds_; }
  Index support_vectors() const { return model_->l; }
  const svm_model& model() const { return *model_; }

  /// For points that are scaled already: values in standard deviations, or ±1.
  Vector predict(const LibsvmRows& points) const;

 private:
  LibsvmRows rows_;
  double seconds_ = 0.0;
  LibsvmModel model_;
};

}  // namespace tkl::bench
