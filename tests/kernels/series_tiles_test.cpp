#include "kernels/series_tiles.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

class SeriesTiles : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(SeriesTiles, CombineWhatTheFormulaSays) {
  constexpr double tau = 0.01;
  constexpr double untouched = 77.0;
  Random random(5);
  for (const auto& [height, width, rank] : std::vector<std::tuple<Index, Index, Index>>{
           {1, 1, 1}, {8, 4, 2}, {9, 5, 3}, {64, 64, 12}, {23, 62, 7}}) {
    SCOPED_TRACE(std::to_string(height) + " x " + std::to_string(width));
    const Index stride = height + 3;
    const Index padded = (height + 7) / 8 * 8;
    const Matrix rows = testing::normal_matrix(random, padded, 3 * rank);
    const Matrix columns = testing::normal_matrix(random, 3 * rank, width);
    const Matrix identity = testing::normal_matrix(random, stride, width);
    const Matrix shared = testing::normal_matrix(random, stride, width);
    Matrix out = Matrix::Constant(stride, width, untouched);
    series_tiles::combine({rows.data(), static_cast<std::size_t>(padded), columns.data(),
                           static_cast<std::size_t>(3 * rank), identity.data(), shared.data(),
                           out.data(), static_cast<std::size_t>(stride),
                           static_cast<std::size_t>(height), static_cast<std::size_t>(width),
                           static_cast<std::size_t>(rank), tau});
    const Matrix coupled = rows.leftCols(rank) * columns.topRows(rank);
    const Matrix uncoupled = rows.rightCols(2 * rank) * columns.bottomRows(2 * rank);
    const Matrix expected = tau * identity.topRows(height) +
                            shared.topRows(height).cwiseProduct(coupled.topRows(height)) +
                            uncoupled.topRows(height);
    EXPECT_LE((out.topRows(height) - expected).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_TRUE((out.bottomRows(3).array() == untouched).all());
  }
}

std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> out;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    out.push_back(left & -left);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Targets, SeriesTiles, ::testing::ValuesIn(targets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace tkl
