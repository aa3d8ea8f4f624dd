#include "svm/computed_kernel.hpp"

#include <algorithm>
#include <utility>

namespace tkl {

namespace {

Index columns_that_fit(double bytes, Index rows) {
  const double columns = bytes / (8.0 * static_cast<double>(rows));
  return std::min(rows, static_cast<Index>(columns));
}

/// out(i, j) ← out(i, j) - (rows(i) + columns(j)), symmetric if out was.
void subtract_sums(const Vector& rows, const Vector& columns, Matrix& out) {
  for (Index j = 0; j < out.cols(); ++j) out.col(j).array() -= rows.array() + columns(j);
}

Matrix points(const Matrix& x, const std::vector<Index>& rows) { return x(rows, Eigen::all); }

}  // namespace

ComputedKernel::ComputedKernel(const KernelFamily& family, Matrix P, const Matrix& x,
                               double cache_bytes, const Threads& threads)
    : KernelMatrix(family.diagonal(P, x), threads),
      family_(family),
      P_(std::move(P)),
      x_(x),
      fast_(family_.fast_product(P_, x_)),
      capacity_(columns_that_fit(cache_bytes, x.rows())) {
  take_out_common();
}

void ComputedKernel::compute_entries(const std::vector<Index>& rows,
                                     const std::vector<Index>& columns, bool only_lower,
                                     Eigen::Ref<Eigen::MatrixXf> out) const {
  const Matrix all = points(x_, rows);
  const Vector of_rows = common()(rows);
  // A few columns at a time: in double all of them may not fit into memory.
  constexpr Index piece = 256;
  const Index height = all.rows();
  for (Index first = 0; first < std::ssize(columns); first += piece) {
    const Index count = std::min(piece, std::ssize(columns) - first);
    const Index top = only_lower ? first : 0;
    const std::vector<Index> some(columns.begin() + first, columns.begin() + first + count);
    Matrix entries = family_.kernel(P_, all.bottomRows(height - top), points(x_, some), threads());
    subtract_sums(of_rows.tail(height - top), common()(some), entries);
    out.block(top, first, height - top, count) = entries.cast<float>();
  }
}

void ComputedKernel::gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const {
  compute_entries(rows, rows, /*only_lower=*/true, out);
}

Eigen::MatrixXf ComputedKernel::cross(const std::vector<Index>& rows,
                                      const std::vector<Index>& columns) const {
  Eigen::MatrixXf out(std::ssize(rows), std::ssize(columns));
  compute_entries(rows, columns, /*only_lower=*/false, out);
  return out;
}

Matrix ComputedKernel::block(const std::vector<Index>& rows) const {
  Matrix out = family_.gram(P_, points(x_, rows), threads());
  const Vector of_rows = common()(rows);
  subtract_sums(of_rows, of_rows, out);
  return out;
}

std::vector<Index> ComputedKernel::make_room(std::size_t wanted) const {
  // A sweep over many columns would push out what is used again and again. Nor does it pay to keep them
  // where there is room: fresh memory costs more than computing an entry a few times.
  constexpr std::size_t working_set = 1024;
  const bool is_large = 4 * wanted > static_cast<std::size_t>(capacity_);
  if (capacity_ == 0 || (is_large && wanted > working_set)) return {};
  if (cache_.size() == 0) {
    // Untouched memory costs nothing: the cache grows to its size only as it fills.
    cache_.resize(size(), capacity_);
    columns_.assign(static_cast<std::size_t>(capacity_), -1);
    last_use_.assign(static_cast<std::size_t>(capacity_), -1);
  }
  std::vector<Index> free;
  for (Index slot = 0; slot < capacity_; ++slot) {
    // What this very product uses stays.
    if (last_use_[static_cast<std::size_t>(slot)] < clock_) free.push_back(slot);
  }
  if (is_large) {
    std::erase_if(free, [&](Index slot) { return columns_[static_cast<std::size_t>(slot)] >= 0; });
  }
  const std::size_t count = std::min(wanted, free.size());
  std::partial_sort(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(count), free.end(),
                    [&](Index a, Index b) {
                      const long use_a = last_use_[static_cast<std::size_t>(a)];
                      const long use_b = last_use_[static_cast<std::size_t>(b)];
                      return use_a < use_b || (use_a == use_b && a < b);
                    });
  free.resize(count);
  return free;
}

double ComputedKernel::product_work(Index columns) const {
  const double by_pairs = 1.2 * static_cast<double>(size()) * static_cast<double>(columns);
  return fast_ ? std::min(by_pairs, fast_->work()) : by_pairs;
}

void ComputedKernel::add_product(const std::vector<Index>& columns, const Vector& v,
                                 Vector& f) const {
  if (columns.empty()) return;
  if (fast_ && product_work(std::ssize(columns)) == fast_->work()) {
    Vector all = Vector::Zero(size());
    all(columns) = v;
    f += fast_->times(all, threads());
    return;
  }
  ++clock_;
  std::vector<Index> cached;
  std::vector<double> cached_v;
  std::vector<Index> missing;
  std::vector<double> missing_v;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto entry = slots_.find(columns[k]);
    if (entry == slots_.end()) {
      missing.push_back(columns[k]);
      missing_v.push_back(v(static_cast<Index>(k)));
    } else {
      last_use_[static_cast<std::size_t>(entry->second)] = clock_;
      cached.push_back(entry->second);
      cached_v.push_back(v(static_cast<Index>(k)));
    }
  }

  // Columns are computed in groups, so that the copy on the way to the cache stays small.
  constexpr std::size_t group = 256;
  const std::vector<Index> room = make_room(missing.size());
  for (std::size_t first = 0; first < room.size(); first += group) {
    const std::size_t last = std::min(room.size(), first + group);
    const std::vector<Index> computed(missing.begin() + static_cast<std::ptrdiff_t>(first),
                                      missing.begin() + static_cast<std::ptrdiff_t>(last));
    const Matrix block = family_.kernel(P_, x_, points(x_, computed), threads());
    for (std::size_t k = first; k < last; ++k) {
      const Index slot = room[k];
      Index& column = columns_[static_cast<std::size_t>(slot)];
      if (column >= 0) slots_.erase(column);
      column = missing[k];
      slots_[column] = slot;
      last_use_[static_cast<std::size_t>(slot)] = clock_;
      cache_.col(slot) = block.col(static_cast<Index>(k - first));
      cached.push_back(slot);
      cached_v.push_back(missing_v[k]);
    }
  }
  add_columns(cache_, cached, Eigen::Map<Vector>(cached_v.data(), std::ssize(cached_v)), f);

  if (room.size() == missing.size()) return;
  missing.erase(missing.begin(), missing.begin() + static_cast<std::ptrdiff_t>(room.size()));
  missing_v.erase(missing_v.begin(), missing_v.begin() + static_cast<std::ptrdiff_t>(room.size()));
  f += family_.product(P_, x_, points(x_, missing),
                       Eigen::Map<Vector>(missing_v.data(), std::ssize(missing_v)), threads());
}

}  // namespace tkl
