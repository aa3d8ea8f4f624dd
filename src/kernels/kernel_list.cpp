#include "tkl/kernel_list.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <type_traits>

#include "kernels/product_form.hpp"
#include "kernels/radial_tiles.hpp"
#include "kernels/shares.hpp"
#include "kernels/support.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

constexpr Index panel = 64;

KernelListOptions validated(KernelListOptions options) {
  if (options.features < 1) throw Error("a list of kernels needs at least one feature");
  if (options.kernels.empty()) throw Error("the list of kernels is empty; give at least one");
  const auto is_positive = [](double value) { return value > 0.0 && std::isfinite(value); };
  if (!is_positive(options.scale)) {
    throw Error("the kernel scale must be positive and finite; got " +
                format_number(options.scale));
  }
  if (options.feature_scale.size() == 0) options.feature_scale = Vector::Ones(options.features);
  if (options.feature_scale.size() != options.features ||
      !std::all_of(options.feature_scale.begin(), options.feature_scale.end(), is_positive)) {
    throw Error("a list of kernels for " + std::to_string(options.features) +
                " features needs as many positive feature scales");
  }
  for (const FixedKernel& kernel : options.kernels) {
    if (!is_positive(kernel.factor)) {
      throw Error("the factor of kernel " + to_string(kernel) + " must be positive and finite");
    }
    if (kernel.kind != FixedKernel::Kind::polynomial && !is_positive(kernel.width)) {
      throw Error("the width of a kernel must be positive and finite; got " +
                  format_number(kernel.width));
    }
    if (kernel.kind == FixedKernel::Kind::polynomial &&
        (kernel.degree < 1 || kernel.degree > FixedKernel::largest_degree)) {
      throw Error("the degree of a polynomial kernel must be 1 to " +
                  std::to_string(FixedKernel::largest_degree) + "; got " +
                  std::to_string(kernel.degree));
    }
    if (kernel.feature && (*kernel.feature < 0 || *kernel.feature >= options.features)) {
      throw Error("kernel " + to_string(kernel) + " names feature " +
                  std::to_string(*kernel.feature + 1) + ", but the data have " +
                  std::to_string(options.features));
    }
  }
  return options;
}

Matrix chosen_features(const FixedKernel& kernel, const Matrix& x) {
  return kernel.feature ? Matrix(x.col(*kernel.feature)) : x;
}

RadialKernel radial(const FixedKernel& kernel, double weight) {
  const double factor = weight * kernel.factor;
  if (kernel.kind == FixedKernel::Kind::gaussian) {
    return {RadialKernel::Shape::gaussian, 0.5 / (kernel.width * kernel.width), factor};
  }
  return {RadialKernel::Shape::matern, std::numbers::sqrt3 / kernel.width, factor};
}

/// out += weight · k(x_i, y_j) for all pairs.
template <class Block>
void add_kernel(const FixedKernel& kernel, double weight, const Matrix& all_x, const Matrix& all_y,
                Block&& out) {
  if (weight == 0.0) return;
  const Matrix x = chosen_features(kernel, all_x);
  const Matrix y = chosen_features(kernel, all_y);
  if (kernel.kind != FixedKernel::Kind::polynomial) {
    add_radial(radial(kernel, weight), x, y, out);
    return;
  }
  const Eigen::ArrayXXd base = (x * y.transpose()).array() + 1.0;
  Eigen::ArrayXXd power = Eigen::ArrayXXd::Constant(x.rows(), y.rows(), weight * kernel.factor);
  for (int k = 0; k < kernel.degree; ++k) power *= base;
  out += power.matrix().template cast<typename std::decay_t<Block>::Scalar>();
}

Vector evaluate_diagonal(const FixedKernel& kernel, const Matrix& all_x) {
  if (kernel.kind != FixedKernel::Kind::polynomial) {
    return Vector::Constant(all_x.rows(), kernel.factor);
  }
  const Matrix x = chosen_features(kernel, all_x);
  return kernel.factor * (x.rowwise().squaredNorm().array() + 1.0).pow(kernel.degree);
}

/// The columns K_j w.
class KernelListSensitivity final : public Sensitivity {
 public:
  KernelListSensitivity(const KernelListOptions& options, const Vector& w, const Matrix& x,
                        const Threads& threads)
      : support_(w) {
    const Matrix points = support_.gather(x);
    const Vector weights = options.scale * support_.gather(w);
    products_.setZero(support_.size(), static_cast<Index>(options.kernels.size()));
    threads.for_each((support_.size() + panel - 1) / panel, [&](Index piece) {
      const Index i = piece * panel;
      const Index height = std::min(panel, support_.size() - i);
      const Matrix rows = points.middleRows(i, height);
      for (std::size_t j = 0; j < options.kernels.size(); ++j) {
        Matrix values = Matrix::Zero(height, support_.size());
        add_kernel(options.kernels[j], 1.0, rows, points, values);
        products_.col(static_cast<Index>(j)).segment(i, height) = values * weights;
      }
    });
  }

  Matrix adjoint(const Vector& v) const override {
    return products_.transpose() * support_.gather(v);
  }

  Matrix jacobian(const std::vector<Index>& rows) const override {
    Matrix out(static_cast<Index>(rows.size()), products_.cols());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      out.row(static_cast<Index>(r)) = products_.row(support_.position(rows[r]));
    }
    return out;
  }

 private:
  Support support_;
  Matrix products_;
};

}  // namespace

KernelList::KernelList(KernelListOptions options)
    : options_(validated(std::move(options))),
      feasible_set_(FeasibleSet::Shape::diagonal, static_cast<Index>(options_.kernels.size()),
                    options_.tau) {}

KernelList KernelList::normalised(KernelListOptions options, const Matrix& x,
                                  const Vector& weights) {
  KernelList list(std::move(options));
  const Vector share = shares(weights, x.rows());
  for (FixedKernel& kernel : list.options_.kernels) {
    kernel.factor = 1.0;
    kernel.factor = 1.0 / share.dot(evaluate_diagonal(kernel, list.stretched(x)));
  }
  return list;
}

Matrix KernelList::stretched(const Matrix& x) const {
  return x * options_.feature_scale.asDiagonal();
}

template <class Out>
void KernelList::add_all(const Matrix& P, const Matrix& x, const Matrix& y, Out&& out) const {
  for (std::size_t k = 0; k < options_.kernels.size(); ++k) {
    add_kernel(options_.kernels[k], options_.scale * P(static_cast<Index>(k), 0), x, y, out);
  }
}

template <class Out>
Out KernelList::kernel_matrix(const Matrix& P, const Matrix& x, const Matrix& y,
                              const Threads& threads) const {
  Out out = Out::Zero(x.rows(), y.rows());
  const Matrix rows = stretched(x);
  threads.for_each((y.rows() + panel - 1) / panel, [&](Index piece) {
    const Index j = piece * panel;
    const Index width = std::min(panel, y.rows() - j);
    add_all(P, rows, stretched(y.middleRows(j, width)), out.middleCols(j, width));
  });
  return out;
}

template <class Out>
Out KernelList::gram_matrix(const Matrix& P, const Matrix& x, const Threads& threads) const {
  Out out = Out::Zero(x.rows(), x.rows());
  const Matrix points = stretched(x);
  threads.for_each((x.rows() + panel - 1) / panel, [&](Index piece) {
    const Index j = piece * panel;
    const Matrix columns = points.middleRows(j, std::min(panel, x.rows() - j));
    const Matrix rows = points.bottomRows(x.rows() - j);
    add_all(P, rows, columns, out.block(j, j, rows.rows(), columns.rows()));
  });
  out.template triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

Matrix KernelList::kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                          const Threads& threads) const {
  return kernel_matrix<Matrix>(P, x, y, threads);
}

Eigen::MatrixXf KernelList::kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                          const Threads& threads) const {
  return kernel_matrix<Eigen::MatrixXf>(P, x, y, threads);
}

Matrix KernelList::gram(const Matrix& P, const Matrix& x, const Threads& threads) const {
  return gram_matrix<Matrix>(P, x, threads);
}

Eigen::MatrixXf KernelList::gram_single(const Matrix& P, const Matrix& x,
                                        const Threads& threads) const {
  return gram_matrix<Eigen::MatrixXf>(P, x, threads);
}

Vector KernelList::product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                           const Threads& threads) const {
  // As many pairs at a time as stay in the cache.
  constexpr Index width = 512;
  const Matrix columns = stretched(y);
  Vector out = Vector::Zero(x.rows());
  threads.for_each((x.rows() + panel - 1) / panel, [&](Index piece) {
    const Index i = piece * panel;
    const Index height = std::min(panel, x.rows() - i);
    // Always of one height, filled up with copies: what a matrix product does to a row may depend on
    // how many there are.
    Matrix rows = x.row(i).replicate(panel, 1);
    rows.topRows(height) = x.middleRows(i, height);
    rows = stretched(rows);
    Vector sum = Vector::Zero(panel);
    Matrix values;
    for (Index j = 0; j < y.rows(); j += width) {
      const Index count = std::min(width, y.rows() - j);
      values.setZero(panel, count);
      add_all(P, rows, columns.middleRows(j, count), values);
      sum += values * v.segment(j, count);
    }
    out.segment(i, height) = sum.head(height);
  });
  return out;
}

Vector KernelList::diagonal(const Matrix& P, const Matrix& x) const {
  Vector out = Vector::Zero(x.rows());
  const Matrix points = stretched(x);
  for (std::size_t k = 0; k < options_.kernels.size(); ++k) {
    out += options_.scale * P(static_cast<Index>(k), 0) *
           evaluate_diagonal(options_.kernels[k], points);
  }
  return out;
}

std::unique_ptr<Sensitivity> KernelList::sensitivity(const Vector& w, const Matrix& x,
                                                     const Threads& threads) const {
  return std::make_unique<KernelListSensitivity>(options_, w, stretched(x), threads);
}

std::optional<ProductForm> KernelList::product_form(const Matrix& P, const Matrix& x,
                                                    const Vector& w) const {
  const auto is_gaussian = [](const FixedKernel& k) {
    return k.kind == FixedKernel::Kind::gaussian;
  };
  if (!std::all_of(options_.kernels.begin(), options_.kernels.end(), is_gaussian)) {
    return std::nullopt;
  }
  // One kernel after the other, each with all points.
  const Index m = x.rows();
  const auto kernels = static_cast<Index>(options_.kernels.size());
  ProductForm form;
  form.constants.resize(m * kernels);
  for (Index k = 0; k < kernels; ++k) {
    const double factor = options_.kernels[static_cast<std::size_t>(k)].factor;
    form.constants.segment(k * m, m) = options_.scale * P(k, 0) * factor * w;
  }
  form.summands = [terms = form.constants.size()](Index, const Vector& values) {
    return Matrix(Matrix::Zero(terms, values.size()));
  };
  form.factors = [options = options_, points = stretched(x)](Index l, const Vector& values) {
    const Vector at = options.feature_scale(l) * values;
    Matrix factors = Matrix::Ones(points.rows() * std::ssize(options.kernels), values.size());
    for (std::size_t k = 0; k < options.kernels.size(); ++k) {
      const FixedKernel& kernel = options.kernels[k];
      if (kernel.feature.value_or(l) != l) continue;
      const double half = -0.5 / (kernel.width * kernel.width);
      auto block = factors.middleRows(static_cast<Index>(k) * points.rows(), points.rows());
      for (Index j = 0; j < at.size(); ++j) {
        block.col(j) = (half * (points.col(l).array() - at(j)).square()).exp();
      }
    }
    return factors;
  };
  return form;
}

std::shared_ptr<const KernelFamily> KernelList::scaled(double factor) const {
  KernelListOptions options = options_;
  options.scale *= factor;
  return std::make_shared<KernelList>(std::move(options));
}

}  // namespace tkl
