#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "tkl/matrix.hpp"

namespace tkl {

namespace internal {
class ScratchFile;
}

/// Points, one a row, of which some are asked for at a time: they need not be in memory.
class Rows {
 public:
  Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  Rows(Rows&&) = delete;
  Rows& operator=(Rows&&) = delete;
  virtual ~Rows() = default;

  virtual Index count() const = 0;
  virtual Index features() const = 0;

  /// Those rows, in that order. Several threads may ask at once.
  virtual Matrix read(std::span<const Index> rows) const = 0;

  /// `count` rows from `first` on.
  Matrix block(Index first, Index count) const;
};

class RowsInMemory final : public Rows {
 public:
  /// The points must outlive it,
  explicit RowsInMemory(const Matrix& points) : points_(points) {}
  /// unless they are its own.
  explicit RowsInMemory(Matrix&& points);

  Index count() const override { return points_.rows(); }
  Index features() const override { return points_.cols(); }
  Matrix read(std::span<const Index> rows) const override;

 private:
  Matrix own_;
  const Matrix& points_;
};

/// Rows in a scratch file, 8 bytes a number, which has no name and is gone with its owner, whatever
/// ends that. It is read piece by piece and not mapped: pages of a map would count as memory.
class RowsOnDisk final : public Rows {
 public:
  /// Room for so many rows. Throws an Error if the folder has none.
  RowsOnDisk(std::filesystem::path folder, Index count, Index features);
  ~RowsOnDisk() override;

  /// Puts rows there from `first` on.
  void write(Index first, const Matrix& rows);

  Index count() const override { return count_; }
  Index features() const override { return features_; }
  Matrix read(std::span<const Index> rows) const override;

  const std::filesystem::path& folder() const { return folder_; }
  double bytes() const;

 private:
  std::filesystem::path folder_;
  Index count_;
  Index features_;
  std::unique_ptr<internal::ScratchFile> file_;
};

/// The smallest and the largest value of each feature; infinities if there are no rows.
struct Ranges {
  Vector minimum;
  Vector maximum;
};
Ranges ranges_of(const Rows& rows);

}  // namespace tkl
