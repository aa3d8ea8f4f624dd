#include "linalg/transpose.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

template <class T>
void expect_transposed(Index height, Index width) {
  using Any = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  testing::Random random(7);
  const Any in = testing::normal_matrix(random, height + 3, width + 1).cast<T>();
  Any out = Any::Constant(width + 5, height + 2, T{77});
  Any expected = out;
  expected.topLeftCorner(width, height) = in.topLeftCorner(height, width).transpose();
  linalg::transpose(in.data(), static_cast<std::size_t>(in.rows()),
                    static_cast<std::size_t>(height), static_cast<std::size_t>(width), out.data(),
                    static_cast<std::size_t>(out.rows()));
  EXPECT_TRUE(out == expected) << height << " x " << width;
}

TEST(Transpose, MovesTheBlockAndNothingElse) {
  for (const Index height : {1, 2, 3, 4, 5, 8, 17, 64}) {
    for (const Index width : {1, 2, 3, 4, 7, 16, 63}) {
      expect_transposed<float>(height, width);
      expect_transposed<double>(height, width);
    }
  }
}

}  // namespace
}  // namespace tkl
