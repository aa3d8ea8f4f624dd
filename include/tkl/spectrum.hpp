#pragma once

#include "tkl/model.hpp"

namespace tkl {

/// What a person asks of the learned P.
struct Spectrum {
  bool diagonal = false;  ///< P is a list of weights
  double trace = 0.0;
  Vector values;          ///< eigenvalues, largest first; empty if P is too large to wait for them
  Index above_floor = 0;  ///< eigenvalues above 2τ: directions that learning has chosen
  bool positive = false;  ///< P > 0, up to rounding: a tessellated kernel is then universal
};

Spectrum spectrum_of(const KernelFamily& family, const Matrix& P);

double scale_of(const KernelFamily& family);

}  // namespace tkl
