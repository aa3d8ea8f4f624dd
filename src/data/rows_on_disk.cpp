#include <algorithm>
#include <utility>
#include <vector>

#include "data/scratch_file.hpp"
#include "tkl/rows.hpp"

namespace tkl {

namespace {

/// As they are in the file: the numbers of a row side by side.
using FileOrder = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::size_t bytes_of(Index rows, Index features) {
  return static_cast<std::size_t>(rows) * static_cast<std::size_t>(features) * sizeof(double);
}

/// One after the last of the rows, from `first` on, that are best read together: to skip a few rows
/// costs more than to read them.
std::size_t end_of_run(std::span<const Index> rows, std::size_t first, Index features) {
  constexpr Index few_numbers = 2048;
  constexpr Index most_numbers = 131072;
  const Index few = 1 + few_numbers / features;
  const Index most = 1 + most_numbers / features;
  std::size_t end = first + 1;
  while (end < rows.size() && rows[end] > rows[end - 1] && rows[end] - rows[end - 1] <= few &&
         rows[end] - rows[first] < most) {
    ++end;
  }
  return end;
}

}  // namespace

RowsOnDisk::RowsOnDisk(std::filesystem::path folder, Index count, Index features)
    : folder_(std::move(folder)),
      count_(count),
      features_(features),
      file_(std::make_unique<internal::ScratchFile>(folder_, bytes_of(count, features))) {}

RowsOnDisk::~RowsOnDisk() = default;

double RowsOnDisk::bytes() const { return static_cast<double>(bytes_of(count_, features_)); }

void RowsOnDisk::write(Index first, const Matrix& rows) {
  const FileOrder numbers = rows;
  file_->write(bytes_of(first, features_), numbers.data(), bytes_of(rows.rows(), features_));
}

Matrix RowsOnDisk::read(std::span<const Index> rows) const {
  Matrix out(std::ssize(rows), features_);
  FileOrder run;
  for (std::size_t first = 0; first < rows.size();) {
    const std::size_t end = end_of_run(rows, first, features_);
    run.resize(rows[end - 1] - rows[first] + 1, features_);
    file_->read(bytes_of(rows[first], features_), run.data(), bytes_of(run.rows(), features_));
    for (std::size_t k = first; k < end; ++k) {
      out.row(static_cast<Index>(k)) = run.row(rows[k] - rows[first]);
    }
    first = end;
  }
  return out;
}

}  // namespace tkl
