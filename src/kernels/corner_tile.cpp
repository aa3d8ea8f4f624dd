#include "kernels/corner_tile.hpp"

namespace tkl {

CornerTile::CornerTile(const TessellatedBasis& basis) : basis_(basis) {}

void CornerTile::load(const TessellatedBasis::Points& x, Index i, Index height,
                      const TessellatedBasis::Points& y, Index j, Index width) {
  const Index n = x.side.cols();
  const int powers = basis_.highest_power();
  share_.setOnes(height, width);
  means_.resize(static_cast<std::size_t>(n * powers));
  for (Matrix& mean : means_) mean.resize(height, width);

  for (Index l = 0; l < n; ++l) {
    const double* above = x.side.col(l).data() + i;
    for (Index column = 0; column < width; ++column) {
      const double limit = y.side(j + column, l);
      double* share = share_.col(column).data();
      for (Index row = 0; row < height; ++row) {
        share[row] *= above[row] < limit ? above[row] : limit;
      }
      for (int k = 1; k <= powers; ++k) {
        double* mean = means_[static_cast<std::size_t>(l * powers + k - 1)].col(column).data();
        for (Index row = 0; row < height; ++row) {
          mean[row] = basis_.mean_power(l, k, above[row] < limit ? above[row] : limit);
        }
      }
    }
  }
}

const Matrix& CornerTile::corner(Index moment) {
  corner_ = share_;
  for (const auto& [feature, power] : basis_.moments()[static_cast<std::size_t>(moment)].powers) {
    const Index slot = feature * basis_.highest_power() + power - 1;
    corner_.array() *= means_[static_cast<std::size_t>(slot)].array();
  }
  return corner_;
}

}  // namespace tkl
