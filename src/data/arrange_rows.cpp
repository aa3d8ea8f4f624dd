#include "data/arrange_rows.hpp"

#include <algorithm>
#include <numeric>

namespace tkl::internal {

namespace {

/// One part of the new order: rows wait here until there are enough of them to be written.
class Part {
 public:
  Part(RowsOnDisk& file, Index first, Index most_waiting)
      : file_(file), next_(first), waiting_(most_waiting, file.features()) {}

  template <class Row>
  void add(const Row& row) {
    waiting_.row(count_++) = row;
    if (count_ == waiting_.rows()) flush();
  }

  void flush() {
    file_.write(next_, waiting_.topRows(count_));
    next_ += count_;
    count_ = 0;
  }

 private:
  RowsOnDisk& file_;
  Index next_;
  Matrix waiting_;
  Index count_ = 0;
};

/// Each row goes to its part; within a part rows keep the order that they come in.
void deal_out(const RowsOnDisk& rows, const std::vector<Index>& order, Index part_rows,
              RowsOnDisk& out) {
  const Index parts = (out.count() + part_rows - 1) / part_rows;
  constexpr Index nowhere = -1;
  std::vector<Index> part_of(static_cast<std::size_t>(rows.count()), nowhere);
  for (Index k = 0; k < out.count(); ++k) {
    part_of[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] = k / part_rows;
  }
  std::vector<Part> waiting;
  waiting.reserve(static_cast<std::size_t>(parts));
  const Index most_waiting = 1 + std::min(part_rows, part_rows / parts);
  for (Index part = 0; part < parts; ++part) {
    waiting.emplace_back(out, part * part_rows, most_waiting);
  }
  const Index block_rows = 1 + part_numbers / 16 / rows.features();
  for (Index first = 0; first < rows.count(); first += block_rows) {
    const Matrix block = rows.block(first, std::min(block_rows, rows.count() - first));
    for (Index i = 0; i < block.rows(); ++i) {
      const Index part = part_of[static_cast<std::size_t>(first + i)];
      if (part != nowhere) waiting[static_cast<std::size_t>(part)].add(block.row(i));
    }
  }
  for (Part& part : waiting) part.flush();
}

/// From the order of the rows to that of `order`, within one part.
void sort_part(const std::vector<Index>& order, Index first, Index count, RowsOnDisk& out) {
  std::vector<Index> arrived(static_cast<std::size_t>(count));
  std::iota(arrived.begin(), arrived.end(), Index{0});
  std::sort(arrived.begin(), arrived.end(), [&](Index a, Index b) {
    return order[static_cast<std::size_t>(first + a)] < order[static_cast<std::size_t>(first + b)];
  });
  const Matrix block = out.block(first, count);
  Matrix sorted(count, block.cols());
  for (Index k = 0; k < count; ++k) sorted.row(arrived[static_cast<std::size_t>(k)]) = block.row(k);
  out.write(first, sorted);
}

}  // namespace

std::unique_ptr<RowsOnDisk> arrange_rows(const RowsOnDisk& rows, const std::vector<Index>& order) {
  auto out = std::make_unique<RowsOnDisk>(rows.folder(), std::ssize(order), rows.features());
  if (order.empty()) return out;
  const Index part_rows = 1 + part_numbers / rows.features();
  deal_out(rows, order, part_rows, *out);
  for (Index first = 0; first < out->count(); first += part_rows) {
    sort_part(order, first, std::min(part_rows, out->count() - first), *out);
  }
  return out;
}

}  // namespace tkl::internal
