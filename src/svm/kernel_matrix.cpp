#include "svm/kernel_matrix.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <unordered_map>

#include "linalg/large_matrix.hpp"
#include "linalg/parallel.hpp"
#include "svm/common_part.hpp"

namespace tkl {

namespace {

/// f(begin … end) += K(begin … end, columns)·v, eight columns at a time so that f stays in registers
/// for eight additions. The order of summation is that of the columns.
template <class T>
void add_to_rows(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& K,
                 const std::vector<Index>& columns, const Vector& v, double* f, Index begin,
                 Index end) {
  constexpr std::size_t group = 8;
  std::array<const T*, group> source{};
  std::array<double, group> weight{};
  for (std::size_t first = 0; first < columns.size(); first += group) {
    for (std::size_t k = 0; k < group; ++k) {
      const std::size_t at = std::min(first + k, columns.size() - 1);
      source[k] = K.col(columns[at]).data();
      weight[k] = first + k < columns.size() ? v(static_cast<Index>(at)) : 0.0;
    }
    for (Index i = begin; i < end; ++i) {
      f[i] += ((weight[0] * source[0][i] + weight[1] * source[1][i]) +
               (weight[2] * source[2][i] + weight[3] * source[3][i])) +
              ((weight[4] * source[4][i] + weight[5] * source[5][i]) +
               (weight[6] * source[6][i] + weight[7] * source[7][i]));
    }
  }
}

enum class Entries { all, lower };

/// out(i, j) = K(rows[i], columns[j]) without what they have in common, or only from the diagonal down.
/// There may be more room in `out`.
template <class Held, class Out>
void copy_entries(const Held& K, const Vector& common, const std::vector<Index>& rows,
                  const std::vector<Index>& columns, Entries entries, const Threads& threads,
                  Out& out) {
  constexpr Index piece = 16;
  using To = typename Out::Scalar;
  const Index height = std::ssize(rows);
  const Index width = std::ssize(columns);
  const Index count = entries == Entries::all ? height * width : height * width / 2;
  const Vector of_rows = common(rows);
  constexpr Index scattered = 4;  // entries here and there take as long as so many in a row
  linalg::threads_for(scattered * count, threads)
      .for_each((width + piece - 1) / piece, [&](Index part) {
        for (Index j = part * piece; j < std::min(width, (part + 1) * piece); ++j) {
          const Index from = columns[static_cast<std::size_t>(j)];
          const auto* column = K.col(from).data();
          const double of_column = common(from);
          To* target = out.col(j).data();
          for (Index i = entries == Entries::all ? 0 : j; i < height; ++i) {
            const auto entry = static_cast<double>(column[rows[static_cast<std::size_t>(i)]]);
            target[i] = static_cast<To>(entry - (of_rows(i) + of_column));
          }
        }
      });
}

}  // namespace

void KernelMatrix::take_out_common() {
  common_ = common_part(*this);
  diagonal_ -= 2.0 * common_;
}

Vector KernelMatrix::multiply(const Vector& w) const {
  std::vector<Index> columns;
  for (Index i = 0; i < w.size(); ++i) {
    if (w(i) != 0.0) columns.push_back(i);
  }
  Vector f = Vector::Zero(size());
  add_product(columns, w(columns), f);
  return f;
}

std::unique_ptr<Preconditioner> KernelMatrix::structured_inverse(
    const KernelMatrix& /*whole*/) const {
  return nullptr;
}

template <class T>
void KernelMatrix::add_columns(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& columns,
                               const std::vector<Index>& which, const Vector& v, Vector& f) const {
  if (which.empty()) return;
  constexpr Index piece = 1024;
  const Threads some = linalg::threads_for(size() * std::ssize(which), threads());
  some.for_each((size() + piece - 1) / piece, [&](Index part) {
    add_to_rows(columns, which, v, f.data(), part * piece, std::min(size(), (part + 1) * piece));
  });
}

template void KernelMatrix::add_columns(const Matrix&, const std::vector<Index>&, const Vector&,
                                        Vector&) const;

template <class T>
HeldKernel<T>::HeldKernel(const Held& K, const Threads& threads)
    : KernelMatrix(K.diagonal().template cast<double>(), threads), K_(K) {
  // What single precision has lost already does not come back.
  if (std::is_same_v<T, double>) take_out_common();
}

template <class T>
void HeldKernel<T>::gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const {
  copy_entries(K_, common(), rows, rows, Entries::lower, threads(), out);
}

template <class T>
Eigen::MatrixXf HeldKernel<T>::cross(const std::vector<Index>& rows,
                                     const std::vector<Index>& columns) const {
  Eigen::MatrixXf out(std::ssize(rows), std::ssize(columns));
  copy_entries(K_, common(), rows, columns, Entries::all, threads(), out);
  return out;
}

template <class T>
Matrix HeldKernel<T>::block(const std::vector<Index>& rows) const {
  Matrix out = linalg::large_matrix<double>(std::ssize(rows), std::ssize(rows));
  copy_entries(K_, common(), rows, rows, Entries::all, threads(), out);
  return out;
}

template <class T>
void HeldKernel<T>::add_product(const std::vector<Index>& columns, const Vector& v,
                                Vector& f) const {
  add_columns(K_, columns, v, f);
}

template <class T>
double HeldKernel<T>::product_work(Index columns) const {
  return 0.8 * static_cast<double>(size()) * static_cast<double>(columns);
}

template class HeldKernel<double>;
template class HeldKernel<float>;

RidgedKernel::RidgedKernel(const KernelMatrix& kernel, Vector ridge)
    : KernelMatrix(kernel.diagonal() + ridge, kernel.threads()),
      kernel_(kernel),
      ridge_(std::move(ridge)) {}

void RidgedKernel::gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const {
  kernel_.gather(rows, out);
  for (Index k = 0; k < std::ssize(rows); ++k) {
    out(k, k) = static_cast<float>(diagonal()(rows[static_cast<std::size_t>(k)]));
  }
}

Eigen::MatrixXf RidgedKernel::cross(const std::vector<Index>& rows,
                                    const std::vector<Index>& columns) const {
  Eigen::MatrixXf out = kernel_.cross(rows, columns);
  std::unordered_map<Index, Index> place;  // of a row
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i]] = static_cast<Index>(i);
  for (Index j = 0; j < out.cols(); ++j) {
    const Index column = columns[static_cast<std::size_t>(j)];
    const auto found = place.find(column);
    if (found != place.end()) out(found->second, j) = static_cast<float>(diagonal()(column));
  }
  return out;
}

Matrix RidgedKernel::block(const std::vector<Index>& rows) const {
  Matrix out = kernel_.block(rows);
  out.diagonal() += ridge_(rows);
  return out;
}

void RidgedKernel::add_product(const std::vector<Index>& columns, const Vector& v,
                               Vector& f) const {
  kernel_.add_product(columns, v, f);
  for (Index k = 0; k < v.size(); ++k) {
    const Index column = columns[static_cast<std::size_t>(k)];
    f(column) += ridge_(column) * v(k);
  }
}

}  // namespace tkl
