#pragma once

#include "tkl/rows.hpp"
#include "tkl/scaling.hpp"

namespace tkl::internal {

/// Rows as kernels see them, scaled whenever they are asked for: that takes less than a second copy of
/// them would.
class ScaledRows final : public Rows {
 public:
  /// Both must outlive it.
  ScaledRows(const FeatureScaler& scaler, const Rows& rows) : scaler_(scaler), rows_(rows) {}

  Index count() const override { return rows_.count(); }
  Index features() const override { return rows_.features(); }
  Matrix read(std::span<const Index> rows) const override {
    return scaler_.transform(rows_.read(rows));
  }

 private:
  const FeatureScaler& scaler_;
  const Rows& rows_;
};

}  // namespace tkl::internal
