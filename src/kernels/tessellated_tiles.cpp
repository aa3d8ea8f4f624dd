#include "kernels/tessellated_tiles.hpp"

#include <algorithm>

#include "linalg/parallel.hpp"

namespace tkl {

namespace {

constexpr Index block = pair_tiles::block_points;

Index blocks(Index points) { return (points + block - 1) / block; }

}  // namespace

void TessellatedTiles::Map::add(Index factor, const Vector& row, Index target) {
  terms.push_back({static_cast<std::size_t>(factor), static_cast<std::size_t>(row.size()),
                   static_cast<std::size_t>(target)});
  coefficients.insert(coefficients.end(), row.begin(), row.end());
  size = std::max(size, target + 1);
}

TessellatedTiles::TessellatedTiles(const TessellatedBasis& basis,
                                   const CornerPolynomial& polynomial, const Matrix& P)
    : basis_(basis), polynomial_(polynomial) {
  const int d = basis.degree();
  for (int degree = 0; degree <= polynomial.depth(); ++degree) {
    const int rest = 2 * d - degree;
    y_terms_.push_back(static_cast<std::size_t>(basis.monomials_to(rest / 2)));
    x_terms_.push_back(degree == 0 || rest == 0
                           ? 0
                           : static_cast<std::size_t>(basis.monomials_to((rest + 1) / 2 - 1)));
  }

  const Index q = basis.size();
  const Matrix R = P.topRightCorner(q, q);
  const Matrix S = P.bottomRightCorner(q, q);
  const Matrix M = P.topLeftCorner(q, q) - R - R.transpose() + S;
  std::vector<Matrix> coupled;
  std::vector<Matrix> one_sided;
  for (const auto& node : polynomial.nodes()) {
    const auto columns =
        static_cast<Index>(polynomial.columns()[static_cast<std::size_t>(node.degree)]);
    coupled.emplace_back(Matrix::Zero(columns, columns));
    one_sided.emplace_back(Matrix::Zero(columns, columns));
  }
  Matrix constant = Matrix::Zero(basis.monomials(), basis.monomials());
  for (Index c = 0; c < basis.box_moments().size(); ++c) {
    const auto& moment = basis.moments()[static_cast<std::size_t>(c)];
    const Index columns = moment.columns;
    const Matrix both = basis.shared_factor() * basis.gather(moment, M);
    const Matrix one = basis.gather(moment, R - S);
    constant.topLeftCorner(columns, columns) += basis.box_moments()(c) * basis.gather(moment, S);
    for (const auto& [node, coefficient] : polynomial.expansion(c)) {
      const auto e = static_cast<std::size_t>(node);
      coupled[e].topLeftCorner(columns, columns) += coefficient * both;
      one_sided[e].topLeftCorner(columns, columns) += coefficient * one;
    }
  }
  build_factor(one_sided, constant);
  build_coupled(coupled);
}

void TessellatedTiles::build_factor(const std::vector<Matrix>& one_sided, const Matrix& constant) {
  for (Index k = 0; k < constant.cols(); ++k) factor_.add(0, 0.5 * constant.col(k), k);
  for (std::size_t e = 0; e < one_sided.size(); ++e) {
    const int rest = 2 * basis_.degree() - polynomial_.nodes()[e].degree;
    for (Index k = 0; k < one_sided[e].cols(); ++k) {
      const Index reach =
          basis_.monomials_to(std::min(basis_.degree(), rest - basis_.degree_of_monomial(k)));
      factor_.add(1 + static_cast<Index>(e), one_sided[e].col(k).head(reach), k);
    }
  }
}

void TessellatedTiles::build_coupled(const std::vector<Matrix>& coupled) {
  for (std::size_t e = 0; e < coupled.size(); ++e) {
    const Matrix& B = coupled[e];
    const int degree = polynomial_.nodes()[e].degree;
    if (degree > 0 && degree == polynomial_.depth()) {
      leaves_.push_back(B(0, 0));
      continue;
    }
    const int rest = 2 * basis_.degree() - degree;
    const auto reach = [&](Index k) {
      return basis_.monomials_to(std::min(basis_.degree(), rest - basis_.degree_of_monomial(k)));
    };
    const auto y_terms = static_cast<Index>(y_terms_[static_cast<std::size_t>(degree)]);
    const auto x_terms = static_cast<Index>(x_terms_[static_cast<std::size_t>(degree)]);
    for (Index k = 0; k < y_terms; ++k) {
      of_points_.add(0, B.row(k).head(reach(k)).transpose(), of_points_.size);
    }
    for (Index k = 0; k < x_terms; ++k) {
      Vector rest_of_column = B.col(k).head(reach(k));
      rest_of_column.head(std::min(y_terms, reach(k))).setZero();
      of_panels_.add(0, rest_of_column, of_panels_.size);
    }
  }
}

TessellatedTiles::Map TessellatedTiles::uncoupled(const Vector& phi, const Vector& factors) const {
  std::vector<Vector> rows(1 + polynomial_.nodes().size(), Vector::Zero(basis_.monomials()));
  rows.front() = factors;
  const double* coefficients = factor_.coefficients.data();
  for (const pair_tiles::Term& term : factor_.terms) {
    const auto length = static_cast<Index>(term.length);
    rows[term.factor].head(length) +=
        phi(static_cast<Index>(term.target)) * Eigen::Map<const Vector>(coefficients, length);
    coefficients += length;
  }
  Map map;
  for (std::size_t k = 0; k < rows.size(); ++k) map.add(static_cast<Index>(k), rows[k], 0);
  return map;
}

pair_tiles::Shape TessellatedTiles::shape(const Map& last) const {
  const auto n = static_cast<std::size_t>(basis_.features());
  const auto q = static_cast<std::size_t>(basis_.monomials());
  const std::size_t common = n + q - 1;
  return {n,
          q,
          static_cast<std::size_t>(polynomial_.depth()),
          basis_.reflected(),
          y_terms_.data(),
          x_terms_.data(),
          common + static_cast<std::size_t>(of_panels_.size + last.size),
          common + static_cast<std::size_t>(of_points_.size + factor_.size)};
}

Matrix TessellatedTiles::attributes(const Matrix& x, Index first, const Map& middle,
                                    const Map& last) const {
  const Index n = basis_.features();
  const Index q = basis_.monomials();
  const Index height = std::min(block, x.rows() - first);
  Matrix points = Matrix::Zero(block, n);
  points.topRows(height) = x.middleRows(first, height);
  const Matrix side = basis_.sides(points);
  const Matrix phi = basis_.evaluate(points);

  const auto& nodes = polynomial_.nodes();
  Matrix weights = Matrix::Ones(block, 1 + static_cast<Index>(nodes.size()));
  weights.col(1) = basis_.corner_volume(side);
  for (std::size_t e = 1; e < nodes.size(); ++e) {
    weights.col(static_cast<Index>(e) + 1) =
        weights.col(nodes[e].parent + 1).cwiseProduct(side.col(nodes[e].feature));
  }

  Matrix out = Matrix::Zero(block, n + q - 1 + middle.size + last.size);
  out.leftCols(n) = side;
  out.middleCols(n, q - 1) = phi.rightCols(q - 1);
  const auto apply = [&](const Map& map, Index at) {
    pair_tiles::apply_terms(map.terms.data(), map.terms.size(), map.coefficients.data(), phi.data(),
                            weights.data(), out.data() + at * block);
  };
  apply(middle, n + q - 1);
  apply(last, n + q - 1 + middle.size);
  return out;
}

Threads TessellatedTiles::threads_for(Index points, const Map& middle, const Map& last,
                                      const Threads& threads) const {
  constexpr Index at_a_time = 8;  // operations that take the time of reading an entry
  const auto operations = static_cast<Index>(middle.coefficients.size() + last.coefficients.size());
  return linalg::threads_for(points * (operations + 10 * basis_.features()) / at_a_time, threads);
}

template <class T>
TessellatedTiles::Packed<T> TessellatedTiles::panels(const Matrix& x, const Map& last,
                                                     const Threads& threads) const {
  constexpr auto width = static_cast<Index>(pair_tiles::panel_width<T>);
  const Index size = static_cast<Index>(shape(last).panel_size);
  Packed<T> out = Packed<T>::Zero(size * width, (x.rows() + width - 1) / width);
  const Threads some = threads_for(x.rows(), of_panels_, last, threads);
  some.for_each(blocks(x.rows()), [&](Index piece) {
    const Matrix values = attributes(x, piece * block, of_panels_, last);
    const Index height = std::min(block, x.rows() - piece * block);
    for (Index i = 0; i < height; i += width) {
      const Index valid = std::min(width, height - i);
      T* panel = out.col((piece * block + i) / width).data();
      for (Index k = 0; k < size; ++k) {
        for (Index r = 0; r < valid; ++r) panel[k * width + r] = static_cast<T>(values(i + r, k));
      }
    }
  });
  return out;
}

template <class T>
TessellatedTiles::Packed<T> TessellatedTiles::panels(const Matrix& x,
                                                     const Threads& threads) const {
  return panels<T>(x, factor_, threads);
}

template <class T>
TessellatedTiles::Packed<T> TessellatedTiles::points(const Matrix& x,
                                                     const Threads& threads) const {
  constexpr auto multiple = static_cast<Index>(pair_tiles::point_multiple);
  const Index padded = (x.rows() + multiple - 1) / multiple * multiple;
  Packed<T> out = Packed<T>::Zero(static_cast<Index>(shape().point_size), padded);
  const Threads some = threads_for(x.rows(), of_points_, factor_, threads);
  some.for_each(blocks(x.rows()), [&](Index piece) {
    const Index first = piece * block;
    const Index height = std::min(block, x.rows() - first);
    out.middleCols(first, height) =
        attributes(x, first, of_points_, factor_).topRows(height).transpose().template cast<T>();
  });
  return out;
}

Matrix TessellatedTiles::with_coupled(const Matrix& x, const Map& last) const {
  return attributes(x, 0, of_points_, last).topRows(x.rows());
}

template <class T>
TessellatedTiles::Packed<T> TessellatedTiles::leaves() const {
  return Eigen::Map<const Vector>(leaves_.data(), static_cast<Index>(leaves_.size()))
      .template cast<T>();
}

template TessellatedTiles::Packed<float> TessellatedTiles::panels(const Matrix&,
                                                                  const Threads&) const;
template TessellatedTiles::Packed<double> TessellatedTiles::panels(const Matrix&,
                                                                   const Threads&) const;
template TessellatedTiles::Packed<double> TessellatedTiles::panels(const Matrix&, const Map&,
                                                                   const Threads&) const;
template TessellatedTiles::Packed<float> TessellatedTiles::points(const Matrix&,
                                                                  const Threads&) const;
template TessellatedTiles::Packed<double> TessellatedTiles::points(const Matrix&,
                                                                   const Threads&) const;
template TessellatedTiles::Packed<float> TessellatedTiles::leaves() const;
template TessellatedTiles::Packed<double> TessellatedTiles::leaves() const;

}  // namespace tkl
