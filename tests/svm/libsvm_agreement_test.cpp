#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/libsvm_reference.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "svm/dual_state.hpp"
#include "tkl/svm.hpp"

namespace tkl {
namespace {

using testing::SvmData;

constexpr double tolerance = 1e-6;

/// Compares the optimum with LIBSVM's. For large C LIBSVM may stop short of it: its kernel cache is
/// in single precision and its iterations are limited. Its weights are feasible all the same, so its
/// dual is a lower bound that ours must reach; and equality is demanded wherever the gap of its own
/// weights says that it did converge. Ours must close the gap always. Returns whether LIBSVM did.
bool expect_agreement(const SvmData& data, double cost, double tube) {
  SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
  const SvmProblem problem = data.problem(cost, tube);
  SvmOptions options;
  options.tolerance = tolerance;
  const SvmSolution ours = solve_svm(problem, data.K, options);
  testing::expect_optimal(problem, data.K, ours, tolerance);

  // Beyond that accuracy LIBSVM only burns time: the last digits of its kernel are rounding.
  const testing::LibsvmOptions reference{cost, tube, cost > 1e3 ? 1e-5 : 1e-8};
  const Vector w = data.task == Task::classification
                       ? testing::libsvm_classification(data.K, data.y, reference)
                       : testing::libsvm_regression(data.K, data.y, reference);
  const double b = best_intercept(problem, data.K * w);
  const testing::Objectives theirs = testing::objectives(problem, data.K, w, b);
  const auto their_dual = static_cast<double>(theirs.dual);
  EXPECT_GE(ours.dual, their_dual - 1e-5 * std::abs(their_dual));
  if (!(theirs.relative_gap() <= 1e-5)) return false;
  EXPECT_NEAR(ours.dual, their_dual, 1e-5 * std::abs(their_dual));
  EXPECT_NEAR(ours.primal, static_cast<double>(theirs.primal), 2e-5 * std::abs(their_dual));
  return true;
}

const std::vector<double> costs{1e-3, 1e-1, 1.0, 1e2, 1e4, 1e6};

void expect_agreement_everywhere(const SvmData& data) {
  const std::vector<double> tubes =
      data.task == Task::classification ? std::vector{0.0} : std::vector{0.0, 0.01, 0.1, 1.0};
  int converged = 0;
  int all = 0;
  for (const double cost : costs) {
    for (const double tube : tubes) {
      ++all;
      converged += expect_agreement(data, cost, tube) ? 1 : 0;
    }
  }
  // Else the comparison would have become empty.
  EXPECT_GE(converged, all / 2) << "LIBSVM converged in too few cases to be a reference";
}

class LibsvmAgreement : public ::testing::TestWithParam<std::string> {};

TEST_P(LibsvmAgreement, OnGeneratedData) {
  expect_agreement_everywhere(testing::generated_svm_data(GetParam(), 150));
}

INSTANTIATE_TEST_SUITE_P(Generators, LibsvmAgreement,
                         ::testing::Values("friedman1", "canyon", "spirals", "checkerboard"),
                         [](const auto& name) { return name.param; });

class LibsvmAgreementSlow : public ::testing::TestWithParam<std::string> {};

TEST_P(LibsvmAgreementSlow, OnRealData) {
  const auto data = testing::real_svm_data(GetParam(), 250);
  if (!data) GTEST_SKIP() << "data set " << GetParam() << " is not here";
  expect_agreement_everywhere(*data);
}

INSTANTIATE_TEST_SUITE_P(DataSets, LibsvmAgreementSlow,
                         ::testing::Values("airfoil", "pima_diabetes"),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace tkl
