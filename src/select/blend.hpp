#pragma once

#include <functional>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

struct BlendMember {
  std::size_t model;
  double share;
};

/// Which models to average, and by which shares, largest first; shares sum to 1.
///
/// Starts from the best model and adds, one share at a time, whichever model makes the mean of the
/// held-out predictions best, the same one again if need be (Caruana et al., 2004). That few shares
/// are dealt out keeps the choice from fitting the noise: there is nothing to estimate but small
/// whole numbers. A model whose own loss is far behind that of the best gets none: it is wrong by much on some rows,
/// and that these are few of those held out is luck. Ends when a share gains too little, or `most` models
/// have one.
std::vector<BlendMember> blend(const std::vector<Matrix>& held_out,
                               const std::function<double(const Matrix&)>& loss, std::size_t most);

}  // namespace tkl
