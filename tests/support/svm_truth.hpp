#pragma once

#include <algorithm>
#include <cmath>

#include "tkl/svm.hpp"

namespace tkl::testing {

/// The objectives of an SVM at (w, b), written down anew and in extended precision.
struct Objectives {
  long double primal;
  long double dual;

  double relative_gap() const {
    const long double size = std::max(std::abs(primal), std::abs(dual));
    return size > 0 ? static_cast<double>((primal - dual) / size) : 0.0;
  }
};

Objectives objectives(const SvmProblem& problem, const Matrix& K, const Vector& w, double b);

double dual_objective(const SvmProblem& problem, const Matrix& K, const Vector& w);

/// The smallest Σ loss over b, by trying every kink of that piecewise linear function.
double best_intercept_by_force(const SvmProblem& problem, const Vector& f);

/// Options that end a solve which finds no end itself: it then fails for its status.
SvmOptions to_tolerance(double tolerance);

void expect_feasible(const SvmProblem& problem, const Vector& w);

/// What a solution says of itself is true, whatever its status: w is feasible, f = Kw, and primal
/// and dual are what they are called.
void expect_honest(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution);

/// Honest, converged, and optimal to the tolerance by a gap that the test computes itself.
void expect_optimal(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution,
                    double tolerance);

/// The conditions of Karush, Kuhn and Tucker, row by row: the sign of the residual beyond the tube
/// agrees with where the weight lies between its bounds. `slack` is in units of y.
void expect_kkt(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution,
                double slack);

}  // namespace tkl::testing
