#include "svm/common_part.hpp"

#include <algorithm>
#include <vector>

#include "svm/spread_rows.hpp"

namespace tkl {

namespace {

double median(Vector values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The half of the points that is nearest to the one from which that is closest, ascending.
std::vector<Index> closest_half(const Matrix& gram) {
  const Vector diagonal = gram.diagonal();
  const Matrix squared_distances =
      ((-2.0 * gram).colwise() + diagonal).rowwise() + diagonal.transpose();
  Index middle = 0;
  double least = median(squared_distances.col(0));
  for (Index k = 1; k < gram.cols(); ++k) {
    const double distance = median(squared_distances.col(k));
    if (distance < least) {
      least = distance;
      middle = k;
    }
  }
  std::vector<Index> points = spread_rows(gram.cols(), gram.cols());
  const auto half = points.begin() + (gram.cols() + 1) / 2;
  std::nth_element(points.begin(), half, points.end(), [&](Index a, Index b) {
    return squared_distances(a, middle) < squared_distances(b, middle);
  });
  points.erase(half, points.end());
  std::sort(points.begin(), points.end());
  return points;
}

}  // namespace

Vector common_part(const KernelMatrix& K) {
  const auto none = Vector::Zero(K.size());
  constexpr Index most = 32;
  const std::vector<Index> sample = spread_rows(K.size(), std::min(K.size(), most));
  if (sample.empty()) return none;
  const Matrix gram = K.block(sample);
  if (!gram.allFinite()) return none;
  std::vector<Index> central;
  for (const Index k : closest_half(gram)) central.push_back(sample[static_cast<std::size_t>(k)]);

  const auto count = static_cast<double>(central.size());
  Vector with_middle = none;  // the products of all points with the middle
  K.add_product(central, Vector::Constant(std::ssize(central), 1.0 / count), with_middle);
  const double of_middle = with_middle(central).mean();
  // As much in common as there are differences: with nothing, the vector of ones could become singular.
  const double spread = std::max(K.diagonal()(central).mean() - of_middle, 0.0);
  const Vector common = with_middle.array() - 0.5 * (of_middle + spread);
  return common.allFinite() ? common : none;
}

}  // namespace tkl
