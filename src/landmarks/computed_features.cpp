#include <algorithm>

#include "landmarks/features.hpp"
#include "linalg/add_square.hpp"

namespace tkl {

namespace {

class ComputedFeatures final : public Features {
 public:
  ComputedFeatures(const LandmarkMap& map, const Rows& x, const Threads& threads)
      : map_(map), x_(x), threads_(threads) {}

  Index dimension() const override { return map_.size(); }

  Eigen::MatrixXf columns(std::span<const Index> rows) const override {
    Eigen::MatrixXf out(dimension(), std::ssize(rows));
    for_each_part(rows, [&](Index first, const Matrix& x) {
      out.middleCols(first, x.rows()) = map_.features_of(x, threads_).cast<float>();
    });
    return out;
  }

  Vector squared_norms(std::span<const Index> rows) const override {
    Vector out(std::ssize(rows));
    for_each_part(rows, [&](Index first, const Matrix& x) {
      out.segment(first, x.rows()) =
          map_.features_of(x, threads_).colwise().squaredNorm().transpose();
    });
    return out;
  }

  Vector times(std::span<const Index> rows, const Vector& u) const override {
    const Vector c = map_.to_weights(u);
    Vector out(std::ssize(rows));
    for_each_part(rows, [&](Index first, const Matrix& x) {
      out.segment(first, x.rows()) =
          map_.family().product(map_.parameter(), x, map_.landmarks(), c, threads_);
    });
    return out;
  }

  Vector transposed_times(std::span<const Index> rows, const Vector& w) const override {
    Vector sum = Vector::Zero(dimension());
    for_each_part(rows, [&](Index first, const Matrix& x) {
      sum += map_.family().product(map_.parameter(), map_.landmarks(), x,
                                   w.segment(first, x.rows()), threads_);
    });
    return map_.from_kernel(sum);
  }

  void add_weighted_square(std::span<const Index> rows, const Vector& h, Matrix& square,
                           Vector& sum) const override {
    for_each_part(rows, [&](Index first, const Matrix& x) {
      const auto weights = h.segment(first, x.rows());
      Matrix phi = map_.features_of(x, threads_);
      sum += phi * weights;
      phi *= weights.cwiseSqrt().asDiagonal();
      linalg::parallel_add_square(phi, square, threads_);
    });
  }

 private:
  /// body(position of the first row, its points) for so many rows that their kernel values with all
  /// landmarks take little memory.
  template <class Body>
  void for_each_part(std::span<const Index> rows, const Body& body) const {
    constexpr Index part = 8192;
    for (Index first = 0; first < std::ssize(rows); first += part) {
      const Index count = std::min(part, std::ssize(rows) - first);
      body(first,
           x_.read(rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count))));
    }
  }

  const LandmarkMap& map_;
  const Rows& x_;
  Threads threads_;
};

}  // namespace

std::unique_ptr<Features> compute_features(const LandmarkMap& map, const Rows& x,
                                           const Threads& threads) {
  return std::make_unique<ComputedFeatures>(map, x, threads);
}

}  // namespace tkl
