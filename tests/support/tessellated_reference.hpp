#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "support/quadrature.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::testing {

using Exponents = std::vector<int>;

int total(const Exponents& exponents);

/// All exponents of total degree at most `degree`: by degree, and within a degree those with the
/// larger powers of the earlier variables first.
std::vector<Exponents> graded_exponents(Index variables, int degree);

/// x^of_x z^of_z.
struct BasisFunction {
  Exponents of_x;
  Exponents of_z;
};

/// The functions of Z in the order of P's rows: by the power of z, then by the power of x.
std::vector<BasisFunction> basis_functions(Index features, int degree, Basis basis);

template <class Real>
Real monomial(const Exponents& exponents, const Eigen::Matrix<Real, Eigen::Dynamic, 1>& point) {
  Real product = 1;
  for (std::size_t l = 0; l < exponents.size(); ++l) {
    for (int power = 0; power < exponents[l]; ++power) product *= point(static_cast<Index>(l));
  }
  return product;
}

Matrix scaled_parameter(const TessellatedOptions& options, const Matrix& P);

/// k_P(x, y) from its definition, ∫ N(z,x)ᵀ P N(z,y) dμ(z). Between the coordinates of x and of y
/// the integrand is a polynomial in z, so that the quadrature is exact up to rounding.
class QuadratureKernel {
 public:
  explicit QuadratureKernel(const TessellatedOptions& options)
      : options_(options),
        functions_(basis_functions(options.box.lower.size(), options.degree, options.basis)) {}

  Index functions() const { return 2 * static_cast<Index>(functions_.size()); }

  double operator()(const Matrix& P, const Vector& x, const Vector& y) const {
    const Matrix scaled = scaled_parameter(options_, P);
    const auto q = static_cast<Index>(functions_.size());
    // One batch of nodes for every combination of 1{z >= x} and 1{z >= y}.
    double sum = 0.0;
    for (const bool above_x : {true, false}) {
      for (const bool above_y : {true, false}) {
        const std::vector<Node> nodes = nodes_where(x, above_x, y, above_y);
        Matrix left(static_cast<Index>(nodes.size()), q);
        Matrix right(left.rows(), q);
        for (Index i = 0; i < left.rows(); ++i) {
          const Node& node = nodes[static_cast<std::size_t>(i)];
          left.row(i) = node.weight * evaluate(node.z, x).transpose();
          right.row(i) = evaluate(node.z, y).transpose();
        }
        const Matrix block = scaled.block(above_x ? 0 : q, above_y ? 0 : q, q, q);
        sum += (left * block).cwiseProduct(right).sum();
      }
    }
    return sum;
  }

 private:
  struct Node {
    Vector z;
    double weight;
  };

  Vector evaluate(const Vector& z, const Vector& x) const {
    Vector values(static_cast<Index>(functions_.size()));
    for (std::size_t j = 0; j < functions_.size(); ++j) {
      values(static_cast<Index>(j)) =
          monomial(functions_[j].of_x, x) * monomial(functions_[j].of_z, z);
    }
    return values;
  }

  std::vector<Node> nodes_where(const Vector& x, bool above_x, const Vector& y,
                                bool above_y) const {
    const Rule rule = gauss_legendre(options_.degree + 1);
    std::vector<Node> nodes{{Vector(x.size()), 1.0}};
    for (Index l = 0; l < x.size(); ++l) {
      const double a = options_.box.lower(l);
      const double b = options_.box.upper(l);
      const Rule axis = piecewise(rule, a, b, {x(l), y(l)});
      std::vector<Node> extended;
      for (Node node : nodes) {
        for (std::size_t k = 0; k < axis.nodes.size(); ++k) {
          node.z(l) = axis.nodes[k];
          extended.push_back({node.z, node.weight * axis.weights[k] / (b - a)});
        }
      }
      nodes = std::move(extended);
    }
    std::erase_if(nodes, [&](const Node& node) {
      return (node.z.array() >= x.array()).all() != above_x ||
             (node.z.array() >= y.array()).all() != above_y;
    });
    return nodes;
  }

  TessellatedOptions options_;
  std::vector<BasisFunction> functions_;
};

/// k_P(x, y) from the closed form of docs/math.md §2 in extended precision, for more features than
/// quadrature can handle.
class ClosedFormKernel {
 public:
  using Real = long double;
  using RealVector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;

  explicit ClosedFormKernel(const TessellatedOptions& options)
      : options_(options),
        lower_(options.box.lower.cast<Real>()),
        upper_(options.box.upper.cast<Real>()),
        functions_(basis_functions(options.box.lower.size(), options.degree, options.basis)) {}

  Real operator()(const Matrix& P, const Vector& x_in, const Vector& y_in) const {
    const RealVector x = x_in.cast<Real>();
    const RealVector y = y_in.cast<Real>();
    const RealVector both = x.cwiseMax(y);
    const auto q = static_cast<Index>(functions_.size());
    std::map<Exponents, std::array<Real, 4>> corners;
    Real sum = 0;
    for (Index i = 0; i < q; ++i) {
      const BasisFunction& left = functions_[static_cast<std::size_t>(i)];
      const Real of_x = monomial(left.of_x, x);
      for (Index j = 0; j < q; ++j) {
        const BasisFunction& right = functions_[static_cast<std::size_t>(j)];
        Exponents c = left.of_z;
        for (std::size_t l = 0; l < c.size(); ++l) c[l] += right.of_z[l];
        auto [entry, is_new] = corners.try_emplace(c);
        if (is_new) {
          entry->second = {corner(both, c), corner(x, c), corner(y, c), corner(lower_, c)};
        }
        const auto& [T_both, T_x, T_y, T_box] = entry->second;
        const Real Q = entry_of(P, i, j);
        const Real R = entry_of(P, i, q + j);
        const Real R_transposed = entry_of(P, q + i, j);
        const Real S = entry_of(P, q + i, q + j);
        sum += of_x * monomial(right.of_x, y) *
               ((Q - R - R_transposed + S) * T_both + (R - S) * T_x + (R_transposed - S) * T_y +
                S * T_box);
      }
    }
    return sum;
  }

 private:
  Real entry_of(const Matrix& P, Index i, Index j) const {
    Real value = static_cast<Real>(options_.scale) * P(i, j);
    if (options_.function_scale.size() != 0) {
      value *= static_cast<Real>(options_.function_scale(i)) * options_.function_scale(j);
    }
    return value;
  }

  /// T(p, b, c) / Π(b - a).
  Real corner(const RealVector& p, const Exponents& c) const {
    Real product = 1;
    for (Index l = 0; l < p.size(); ++l) {
      const int power = c[static_cast<std::size_t>(l)] + 1;
      const Real from = std::clamp(p(l), lower_(l), upper_(l));
      Real high = 1;
      Real low = 1;
      for (int k = 0; k < power; ++k) {
        high *= upper_(l);
        low *= from;
      }
      product *= (high - low) / static_cast<Real>(power) / (upper_(l) - lower_(l));
    }
    return product;
  }

  TessellatedOptions options_;
  RealVector lower_;
  RealVector upper_;
  std::vector<BasisFunction> functions_;
};

}  // namespace tkl::testing
