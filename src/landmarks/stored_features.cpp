#include <algorithm>

#include "landmarks/features.hpp"
#include "linalg/large_matrix.hpp"
#include "linalg/single_columns.hpp"

namespace tkl {

namespace {

Eigen::MatrixXf compute_all(const LandmarkMap& map, const Rows& x, const Threads& threads) {
  Eigen::MatrixXf phi = linalg::large_matrix<float>(map.size(), x.count());
  // So few rows at a time that their features stay in the cache until they are stored.
  constexpr Index few_rows = 512;
  threads.for_each((x.count() + few_rows - 1) / few_rows, [&](Index piece) {
    const Index first = piece * few_rows;
    const Index count = std::min(few_rows, x.count() - first);
    phi.middleCols(first, count) = map.features_of(x.block(first, count), Threads(1)).cast<float>();
  });
  return phi;
}

class StoredFeatures final : public Features {
 public:
  StoredFeatures(const LandmarkMap& map, const Rows& x, const Threads& threads)
      : phi_(compute_all(map, x, threads), threads) {}

  Index dimension() const override { return phi_.rows(); }

  Eigen::MatrixXf columns(std::span<const Index> rows) const override { return phi_.columns(rows); }

  Vector squared_norms(std::span<const Index> rows) const override {
    return phi_.squared_norms(rows);
  }

  Vector times(std::span<const Index> rows, const Vector& u) const override {
    return phi_.transposed_times(rows, u);
  }

  Vector transposed_times(std::span<const Index> rows, const Vector& w) const override {
    return phi_.times(rows, w);
  }

  void add_weighted_square(std::span<const Index> rows, const Vector& h, Matrix& square,
                           Vector& sum) const override {
    phi_.add_weighted_square(rows, h, square, sum);
  }

 private:
  linalg::SingleColumns phi_;  // a column a point
};

}  // namespace

std::unique_ptr<Features> store_features(const LandmarkMap& map, const Rows& x,
                                         const Threads& threads) {
  return std::make_unique<StoredFeatures>(map, x, threads);
}

}  // namespace tkl
