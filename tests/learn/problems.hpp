#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "tkl/dataset.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/learn.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::testing {

inline Matrix random_points(Index rows, Index features, std::uint64_t seed) {
  internal::Random random(seed);
  Matrix x(rows, features);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < features; ++j) x(i, j) = random.uniform();
  }
  return x;
}

/// A bent function of the first two features with noise, about as large as a standardised target.
inline Vector noisy_values(const Matrix& x, double noise, std::uint64_t seed) {
  internal::Random random(seed);
  Vector y(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    y(i) = std::sin(5.0 * x(i, 0)) + x(i, x.cols() - 1) + noise * random.normal() - 0.5;
  }
  return y;
}

/// +1 above the bent line and -1 below, so noisy that some points lie on the wrong side.
inline Vector noisy_signs(const Matrix& x, double noise, std::uint64_t seed) {
  const Vector values = noisy_values(x, noise, seed);
  const double middle = values.mean();
  return (values.array() > middle).select(Vector::Ones(x.rows()), -Vector::Ones(x.rows()));
}

inline SvmProblem regression_problem(const Matrix& x, double cost, double epsilon) {
  return SvmProblem::regression(noisy_values(x, 0.3, 7), Vector::Constant(x.rows(), cost), epsilon);
}

inline SvmProblem classification_problem(const Matrix& x, double cost) {
  return SvmProblem::classification(noisy_signs(x, 0.3, 7), Vector::Constant(x.rows(), cost));
}

inline Tessellated tessellated(Index features, Basis basis, int degree, double tau) {
  TessellatedOptions options;
  options.box = Box::around_unit_cube(features, 0.4);
  options.degree = degree;
  options.basis = basis;
  options.tau = tau;
  return Tessellated(options);
}

inline Polynomial polynomial(Index features, int degree, double tau) {
  return Polynomial({features, degree, tau, 1.0});
}

inline KernelList kernel_list(Index features, const std::string& kernels, double tau) {
  return KernelList({features, parse_kernel_list(kernels), tau, 1.0});
}

/// One problem of every kind of kernel, small enough for any check.
inline std::vector<std::shared_ptr<const KernelFamily>> families(Index features, double tau) {
  return {std::make_shared<Tessellated>(tessellated(features, Basis::x, 1, tau)),
          std::make_shared<Tessellated>(tessellated(features, Basis::full, 1, tau)),
          std::make_shared<Polynomial>(polynomial(features, 2, tau)),
          std::make_shared<KernelList>(
              kernel_list(features, "gaussian:0.1,gaussian:0.5,polynomial:2,gaussian:0.3@1", tau))};
}

/// The unit parameter of the free entry (i, j) of P: E_ij + E_ji, E_ii, or e_i in the diagonal shape.
inline Matrix unit_parameter(const FeasibleSet& set, Index i, Index j) {
  Matrix P = Matrix::Zero(set.size(), set.shape() == FeasibleSet::Shape::diagonal ? 1 : set.size());
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    P(i, 0) = 1.0;
  } else {
    P(i, j) = P(j, i) = 1.0;
  }
  return P;
}

/// K(P) and D(w) by their definitions alone: from K(E) at every unit parameter E, evaluated one pair
/// of points at a time. K(P) = Σ P_ab K(E_ab) and <D(w), P> = wᵀK(P)w.
class SlowQuadraticForm {
 public:
  SlowQuadraticForm(const KernelFamily& family, const Matrix& x) : set_(family.feasible_set()) {
    for_each_entry([&](Index a, Index b) {
      const Matrix E = unit_parameter(set_, a, b);
      Matrix K(x.rows(), x.rows());
      for (Index i = 0; i < x.rows(); ++i) {
        for (Index j = 0; j < x.rows(); ++j) {
          K(i, j) = family.kernel(E, x.row(i), x.row(j), Threads(1))(0, 0);
        }
      }
      units_.push_back(K);
    });
  }

  Matrix K(const Matrix& P) const {
    Matrix sum = Matrix::Zero(units_[0].rows(), units_[0].cols());
    auto unit = units_.begin();
    for_each_entry([&](Index a, Index b) { sum += P(a, is_diagonal() ? 0 : b) * *unit++; });
    return sum;
  }

  Matrix D(const Vector& w) const {
    Matrix out = set_.start();
    auto unit = units_.begin();
    for_each_entry([&](Index a, Index b) {
      const double value = w.dot(*unit++ * w);
      if (is_diagonal()) {
        out(a, 0) = value;
      } else {
        out(a, b) = out(b, a) = a == b ? value : 0.5 * value;
      }
    });
    return out;
  }

 private:
  bool is_diagonal() const { return set_.shape() == FeasibleSet::Shape::diagonal; }

  template <class Visit>
  void for_each_entry(const Visit& visit) const {
    for (Index a = 0; a < set_.size(); ++a) {
      for (Index b = is_diagonal() ? a : 0; b <= a; ++b) visit(a, b);
    }
  }

  FeasibleSet set_;
  std::vector<Matrix> units_;
};

}  // namespace tkl::testing
