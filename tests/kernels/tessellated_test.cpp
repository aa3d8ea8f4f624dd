#include "tkl/tessellated.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "support/kernel_family_laws.hpp"
#include "support/options.hpp"
#include "support/random.hpp"
#include "support/tessellated_reference.hpp"

namespace tkl {
namespace {

using testing::QuadratureKernel;
using testing::Random;

/// Points everywhere: inside, on the border of and outside the box, and with coordinates in common.
Matrix points_around(const Box& box, Index count, Random& random) {
  const Index n = box.lower.size();
  Matrix x(count, n);
  for (Index i = 0; i < count; ++i) {
    for (Index l = 0; l < n; ++l) {
      const double a = box.lower(l);
      const double b = box.upper(l);
      const int kind = i == 0 ? 0 : static_cast<int>(random.uniform(0.0, 8.0));
      if (kind == 1) {
        x(i, l) = a;
      } else if (kind == 2) {
        x(i, l) = b;
      } else if (kind == 3) {
        x(i, l) = a - random.uniform(0.0, 0.5);
      } else if (kind == 4) {
        x(i, l) = b + random.uniform(0.0, 0.5);
      } else if (kind == 5) {
        x(i, l) = x(i - 1, l);
      } else {
        x(i, l) = random.uniform(a, b);
      }
    }
  }
  return x;
}

void expect_equals_quadrature(const TessellatedOptions& options, const Matrix& x, Random& random) {
  const Tessellated family(options);
  const QuadratureKernel reference(options);
  const Index s = family.feasible_set().size();
  ASSERT_EQ(s, reference.functions());
  const Matrix P = testing::psd_matrix(random, s, s);
  const Matrix K = family.kernel(P, x, x, Threads(1));
  Vector size(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    size(i) = std::sqrt(reference(P, x.row(i), x.row(i)));
    for (Index j = 0; j <= i; ++j) {
      const double truth = reference(P, x.row(i), x.row(j));
      ASSERT_NEAR(K(i, j), truth, 1e-10 * size(i) * size(j)) << "points " << i << " and " << j;
      ASSERT_NEAR(K(j, i), truth, 1e-10 * size(i) * size(j)) << "points " << j << " and " << i;
    }
  }
}

class TessellatedAgainstQuadrature : public ::testing::TestWithParam<std::tuple<int, int, Basis>> {
};

TEST_P(TessellatedAgainstQuadrature, ClosedFormIsTheIntegral) {
  const auto [n, d, basis] = GetParam();
  Random random(static_cast<std::uint64_t>(100 * n + 10 * d + (basis == Basis::full ? 1 : 0)));
  const Box asymmetric{testing::uniform_vector(random, n, -1.5, -0.05),
                       testing::uniform_vector(random, n, 1.05, 2.5)};
  const Box without_zero{testing::uniform_vector(random, n, 0.1, 0.4),
                         testing::uniform_vector(random, n, 0.6, 0.9)};
  const bool expensive = n == 4 && d == 3;
  for (const Box& box :
       {asymmetric, without_zero, Box::around_unit_cube(n, random.uniform(0.05, 2.0))}) {
    TessellatedOptions options = testing::tessellated(box, d, basis);
    const Index s = Tessellated(options).feasible_set().size();
    options.function_scale = testing::uniform_vector(random, s, 0.3, 3.0);
    options.scale = random.uniform(0.1, 10.0);
    expect_equals_quadrature(options, points_around(box, expensive ? 2 : 6, random), random);
  }
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<int, int, Basis>>& info) {
  const auto [n, d, basis] = info.param;
  return "n" + std::to_string(n) + "d" + std::to_string(d) + (basis == Basis::full ? "full" : "x");
}

INSTANTIATE_TEST_SUITE_P(AllBases, TessellatedAgainstQuadrature,
                         ::testing::Combine(::testing::Range(1, 5), ::testing::Range(0, 4),
                                            ::testing::Values(Basis::x, Basis::full)),
                         name_of);

TEST(Tessellated, ObeysTheLawsOfAKernelFamily) {
  Random random(1);
  for (const auto& [n, d, basis] : std::vector<std::tuple<Index, int, Basis>>{
           {1, 2, Basis::full}, {2, 1, Basis::full}, {3, 2, Basis::x}, {5, 1, Basis::x}}) {
    SCOPED_TRACE("n = " + std::to_string(n) + ", d = " + std::to_string(d));
    TessellatedOptions options = testing::tessellated(Box::around_unit_cube(n, 0.3), d, basis);
    options.scale = 2.5;
    const Index s = Tessellated(options).feasible_set().size();
    options.function_scale = testing::uniform_vector(random, s, 0.3, 3.0);
    testing::expect_kernel_family_laws(Tessellated(options),
                                       testing::uniform_matrix(random, 140, n),
                                       testing::uniform_matrix(random, 70, n, -0.5, 1.5), random);
  }
}

TEST(Tessellated, PositiveDefiniteParameterMakesAKernelOfFullRank) {
  Random random(2);
  const Matrix x = testing::uniform_matrix(random, 200, 2);
  for (const Basis basis : {Basis::x, Basis::full}) {
    const Tessellated family(testing::tessellated(Box::around_unit_cube(2, 0.5), 1, basis));
    const Index s = family.feasible_set().size();
    const auto rank = [&](const Matrix& P) {
      const Matrix K = family.gram(P, x, Threads(1));
      const Vector spectrum =
          Eigen::SelfAdjointEigenSolver<Matrix>(K, Eigen::EigenvaluesOnly).eigenvalues();
      return (spectrum.array() > 1e-13 * spectrum(199)).count();
    };
    EXPECT_EQ(rank(Matrix::Identity(s, s)), 200);

    // With P = [I I; I I] the indicators cancel and only q polynomials are left.
    const Index q = s / 2;
    Matrix degenerate(s, s);
    degenerate << Matrix::Identity(q, q), Matrix::Identity(q, q), Matrix::Identity(q, q),
        Matrix::Identity(q, q);
    EXPECT_LE(rank(degenerate), q);
  }
}

/// Where the functions of a basis go when feature l becomes feature new_place[l].
std::vector<Index> permuted_functions(const std::vector<testing::BasisFunction>& functions,
                                      const std::vector<Index>& new_place) {
  const auto moved = [&](const testing::Exponents& exponents) {
    testing::Exponents out(exponents.size());
    for (std::size_t l = 0; l < out.size(); ++l) {
      out[static_cast<std::size_t>(new_place[l])] = exponents[l];
    }
    return out;
  };
  std::vector<Index> destination;
  for (const auto& function : functions) {
    const auto x = moved(function.of_x);
    const auto z = moved(function.of_z);
    const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& other) {
      return other.of_x == x && other.of_z == z;
    });
    destination.push_back(found - functions.begin());
  }
  for (std::size_t j = 0; j < functions.size(); ++j) {
    destination.push_back(destination[j] + static_cast<Index>(functions.size()));
  }
  return destination;
}

TEST(Tessellated, FeaturesMayBePermuted) {
  Random random(3);
  const Index n = 4;
  const Matrix x = testing::uniform_matrix(random, 30, n);
  const Box box{testing::uniform_vector(random, n, -1.0, -0.1),
                testing::uniform_vector(random, n, 1.1, 2.0)};
  for (const Basis basis : {Basis::x, Basis::full}) {
    const std::vector<Index> new_place = testing::permutation(random, n);
    Matrix moved_x(x.rows(), n);
    Box moved_box = box;
    for (Index l = 0; l < n; ++l) {
      const Index place = new_place[static_cast<std::size_t>(l)];
      moved_x.col(place) = x.col(l);
      moved_box.lower(place) = box.lower(l);
      moved_box.upper(place) = box.upper(l);
    }
    const Tessellated family(testing::tessellated(box, 2, basis));
    const Tessellated moved(testing::tessellated(moved_box, 2, basis));
    const Matrix P = testing::feasible_matrix(random, family.feasible_set());
    const auto destination = permuted_functions(testing::basis_functions(n, 2, basis), new_place);
    Matrix moved_P(P.rows(), P.cols());
    moved_P(destination, destination) = P;

    const Matrix K = family.gram(P, x, Threads(1));
    EXPECT_LE(testing::largest_difference(moved.gram(moved_P, moved_x, Threads(1)), K),
              1e-13 * K.cwiseAbs().maxCoeff());
  }
}

TEST(Tessellated, VolumeTurnsProbabilityIntoLebesgueMeasure) {
  const Tessellated family(
      testing::tessellated({Vector::Constant(2, -1.0), (Vector(2) << 2.0, 4.0).finished()}, 0));
  EXPECT_DOUBLE_EQ(family.volume(), 15.0);
  // With P = I and d = 0 k(x, y) is the volume above both points plus that above neither.
  const Matrix x = Matrix::Constant(1, 2, 0.0);
  EXPECT_NEAR(family.volume() * family.diagonal(Matrix::Identity(2, 2), x)(0), 15.0, 1e-13);
  Matrix off = Matrix::Zero(2, 2);
  off(0, 0) = 1.0;
  EXPECT_NEAR(family.volume() * family.diagonal(off, x)(0), 8.0, 1e-13);
}

}  // namespace
}  // namespace tkl
