/// The optimum of min_P OPT_A(P) as an independent semidefinite programme finds it.
///
/// The SVM's dual max_w yᵀw - ε|w|₁ - ½wᵀKw over l ≤ w ≤ u, Σw = 0 has the primal
///
///   OPT_A(P) = min_{f, b}  ½ fᵀK⁺f + Σ_i loss_i(y_i - f_i - b),   f in the range of K = K(P),
///   loss_i(r) = min u_i ν + |l_i| μ   subject to  ν ≥ 0, ν ≥ r - ε, μ ≥ 0, μ ≥ -r - ε.
///
/// By Schur's complement t ≥ fᵀK⁺f with f in the range of K is [K f; fᵀ t] ⪰ 0, which is linear in
/// P, f and t together. So the joint problem is
///
///   min ½t + uᵀν + |l|ᵀμ   over P, f, t, b, ν, μ
///   with [K(P) f; fᵀ t] ⪰ 0,  P - τI ⪰ 0,  trace P = s,  and the inequalities of ν and μ.
///
/// For P in X, K(P) ⪯ s K(I), so f lies in the range of K(I) = LLᵀ. With f = Lg the block becomes
/// [L⁺K(P)L⁺ᵀ g; gᵀ t], whose corner is the identity at P = I: strictly feasible and well scaled
/// whatever the rank of K. The trace is kept by eliminating the last diagonal entry of P.
///
/// The only thing taken from the library is K(E) at the unit parameters E.

#include "learn/sdp.hpp"

#include <filesystem>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "learn/problems.hpp"

namespace tkl {
namespace {

using testing::SemidefiniteProgram;

struct Optimum {
  double value = 0.0;
  Matrix P;
};

/// L with K = LLᵀ, in as many columns as K has rank, and its pseudo-inverse.
struct Factor {
  Matrix L;
  Matrix inverse;

  explicit Factor(const Matrix& K) {
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(K);
    const Vector& values = eigen.eigenvalues();
    const Index rank = (values.array() > 1e-11 * values.maxCoeff()).count();
    const Matrix vectors = eigen.eigenvectors().rightCols(rank);
    const Vector roots = values.tail(rank).cwiseSqrt();
    L = vectors * roots.asDiagonal();
    inverse = roots.cwiseInverse().asDiagonal() * vectors.transpose();
  }
};

/// The blocks of the programme and the variables that appear in more than one of them.
class JointProblem {
 public:
  JointProblem(const KernelFamily& family, const Matrix& x, const SvmProblem& svm)
      : family_(family),
        set_(family.feasible_set()),
        x_(x),
        svm_(svm),
        factor_(family.gram(set_.start(), x, Threads(1))),
        rank_(factor_.L.cols()),
        diagonal_(set_.shape() == FeasibleSet::Shape::diagonal),
        program_({rank_ + 1, diagonal_ ? -set_.size() : set_.size(), -4 * svm.size()}) {
    add_parameter();
    add_function();
    add_losses();
  }

  Optimum solve() const {
    const SemidefiniteProgram::Solution solution = program_.solve();
    Optimum optimum{solution.value, set_.start()};
    const Index last = set_.size() - 1;
    optimum.P *= set_.tau();
    optimum.P(last, diagonal_ ? 0 : last) += mass();
    for (Index k = 0; k < static_cast<Index>(entries_.size()); ++k) {
      optimum.P += solution.variables(k) * entries_[static_cast<std::size_t>(k)];
    }
    return optimum;
  }

 private:
  static constexpr Index kernel_block = 0;
  static constexpr Index parameter_block = 1;
  static constexpr Index loss_block = 2;

  /// The trace that is left for P - τI.
  double mass() const { return (1.0 - set_.tau()) * static_cast<double>(set_.size()); }

  Matrix whitened(const Matrix& P) const {
    return factor_.inverse * family_.gram(P, x_, Threads(1)) * factor_.inverse.transpose();
  }

  template <class Add>
  static void for_upper_entries(const Matrix& block, const Add& add) {
    for (Index j = 0; j < block.cols(); ++j) {
      for (Index i = 0; i <= j; ++i) add(i, j, block(i, j));
    }
  }

  /// A direction of P - τI in both blocks that it enters.
  void add_direction(const Matrix& direction) {
    entries_.push_back(direction);
    const Index variable = program_.add_variable(0.0);
    for_upper_entries(whitened(direction), [&](Index i, Index j, double value) {
      program_.add(variable, kernel_block, i, j, value);
    });
    const Matrix full = diagonal_ ? Matrix(direction.col(0).asDiagonal()) : direction;
    for_upper_entries(full, [&](Index i, Index j, double value) {
      program_.add(variable, parameter_block, i, j, value);
    });
  }

  void add_parameter() {
    const Index last = set_.size() - 1;
    const Matrix last_unit = testing::unit_parameter(set_, last, last);
    for (Index j = 0; j <= last; ++j) {
      for (Index i = diagonal_ ? j : 0; i <= j; ++i) {
        if (i == last) continue;
        const Matrix unit = testing::unit_parameter(set_, i, j);
        add_direction(i == j ? Matrix(unit - last_unit) : unit);
      }
    }
    const Matrix constant = set_.tau() * set_.start() + mass() * last_unit;
    for_upper_entries(whitened(constant), [&](Index i, Index j, double value) {
      program_.add_constant(kernel_block, i, j, value);
    });
    program_.add_constant(parameter_block, last, last, mass());
  }

  void add_function() {
    for (Index k = 0; k < rank_; ++k) {
      const Index g = program_.add_variable(0.0);
      program_.add(g, kernel_block, k, rank_, 1.0);
      for (Index i = 0; i < svm_.size(); ++i) add_prediction(g, i, factor_.L(i, k));
    }
    const Index t = program_.add_variable(0.5);
    program_.add(t, kernel_block, rank_, rank_, 1.0);
    const Index b = program_.add_variable(0.0);
    for (Index i = 0; i < svm_.size(); ++i) add_prediction(b, i, 1.0);
  }

  /// A variable's share in f_i + b, in ν_i + f_i + b - y_i + ε ≥ 0 and μ_i - f_i - b + y_i + ε ≥ 0.
  void add_prediction(Index variable, Index i, double share) {
    if (svm_.upper(i) > 0.0) program_.add(variable, loss_block, 4 * i, 4 * i, share);
    if (svm_.lower(i) < 0.0) program_.add(variable, loss_block, 4 * i + 2, 4 * i + 2, -share);
  }

  void add_losses() {
    for (Index i = 0; i < svm_.size(); ++i) {
      add_loss(4 * i, svm_.upper(i), svm_.epsilon - svm_.y(i));
      add_loss(4 * i + 2, -svm_.lower(i), svm_.epsilon + svm_.y(i));
    }
  }

  /// A loss without cost binds nothing; its rows are 1 ≥ 0.
  void add_loss(Index row, double cost, double constant) {
    if (cost == 0.0) {
      program_.add_constant(loss_block, row, row, 1.0);
      program_.add_constant(loss_block, row + 1, row + 1, 1.0);
      return;
    }
    const Index loss = program_.add_variable(cost);
    program_.add(loss, loss_block, row, row, 1.0);
    program_.add_constant(loss_block, row, row, constant);
    program_.add(loss, loss_block, row + 1, row + 1, 1.0);
  }

  const KernelFamily& family_;
  const FeasibleSet& set_;
  const Matrix& x_;
  const SvmProblem& svm_;
  Factor factor_;
  Index rank_;
  bool diagonal_;
  SemidefiniteProgram program_;
  std::vector<Matrix> entries_;  // the directions of P, in the order of their variables
};

struct Case {
  std::string name;
  std::shared_ptr<const KernelFamily> family;
  Task task;
  /// Polynomial kernels with P allowed to be singular leave K of rank as low as one. Then w is not
  /// unique and OPT_A has no gradient: the optimum is approached, its certificate comes slowly.
  bool has_gradient = true;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const double tau : {0.0, 1e-2}) {
    const std::vector<std::pair<std::string, std::shared_ptr<const KernelFamily>>> families = {
        {"X0", std::make_shared<Tessellated>(testing::tessellated(2, Basis::x, 0, tau))},
        {"X1", std::make_shared<Tessellated>(testing::tessellated(2, Basis::x, 1, tau))},
        {"Full0", std::make_shared<Tessellated>(testing::tessellated(2, Basis::full, 0, tau))},
        {"Full1", std::make_shared<Tessellated>(testing::tessellated(1, Basis::full, 1, tau))},
        {"Polynomial2", std::make_shared<Polynomial>(testing::polynomial(2, 2, tau))},
        {"List", std::make_shared<KernelList>(testing::kernel_list(
                     2, "gaussian:0.1,gaussian:0.4,polynomial:2,gaussian:0.2@1", tau))}};
    for (const auto& [name, family] : families) {
      for (const Task task : {Task::classification, Task::regression}) {
        all.push_back({name + (tau == 0.0 ? "Tau0" : "Tau001") +
                           (task == Task::regression ? "Regression" : "Classification"),
                       family, task, name != "Polynomial2" || tau > 0.0});
      }
    }
  }
  return all;
}

class Sdp : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(TKL_CSDP_EXECUTABLE)) GTEST_SKIP() << "there is no csdp";
  }
};

TEST_P(Sdp, HasTheOptimumThatLearningFinds) {
  const KernelFamily& family = *GetParam().family;
  const Matrix x = testing::random_points(36, family.features(), 3);
  const SvmProblem svm = GetParam().task == Task::regression
                             ? testing::regression_problem(x, 2.0, 0.1)
                             : testing::classification_problem(x, 2.0);
  const Optimum optimum = JointProblem(family, x, svm).solve();
  ASSERT_GT(optimum.value, 0.0);

  LearnOptions options;
  options.tolerance = 1e-8;
  options.threads = Threads(1);
  const LearnResult learned = learn(family, x, svm, options);
  const double slack = 1e-6 * optimum.value;
  EXPECT_GE(learned.upper, optimum.value - slack);
  EXPECT_LE(learned.lower, optimum.value + slack);
  EXPECT_NEAR(learned.upper, optimum.value, 1e-4 * optimum.value);
  if (GetParam().has_gradient) {
    EXPECT_EQ(learned.status, Status::converged) << "gap " << learned.relative_gap();
    EXPECT_NEAR(learned.upper, optimum.value, slack);
    EXPECT_NEAR(learned.lower, optimum.value, slack);
  }

  // The programme's own P must be as good in the eyes of the SVM solver.
  ASSERT_TRUE(family.feasible_set().contains(optimum.P, 1e-6));
  SvmOptions tight;
  tight.tolerance = 1e-9;
  const SvmSolution at_P = solve_svm(svm, family.gram(optimum.P, x, Threads(1)), tight);
  EXPECT_NEAR(at_P.primal, optimum.value, slack);
  EXPECT_NEAR(at_P.dual, optimum.value, slack);
  // A start that were already optimal would prove nothing.
  const SvmSolution at_start =
      solve_svm(svm, family.gram(family.feasible_set().start(), x, Threads(1)), tight);
  EXPECT_GT(at_start.dual, optimum.value + 100.0 * slack);
}

INSTANTIATE_TEST_SUITE_P(Small, Sdp, ::testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace tkl
