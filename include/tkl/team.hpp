#pragma once

#include <string>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// Processes that solve one problem together, each with rows of its own. All call the same functions
/// in the same order; what depends on all rows is a sum over the members.
class Team {
 public:
  virtual ~Team() = default;

  virtual int size() const = 0;
  virtual int rank() const = 0;  ///< 0 … size - 1

  /// Replaces the values by their sums over all members, the same bits for each of them.
  virtual void sum(double* values, Index count) const = 0;

  /// Replaces the values by the largest of all members.
  virtual void maximum(double* values, Index count) const = 0;
  /// The rows of all members, one member's below the other's.
  virtual Matrix gather(const Matrix& rows) const = 0;
  /// The texts of all members, in the order of their ranks.
  virtual std::vector<std::string> gather(const std::string& text) const = 0;

  double sum(double value) const {
    sum(&value, 1);
    return value;
  }
  template <class Dense>
  void sum(Eigen::PlainObjectBase<Dense>& values) const {
    sum(values.data(), values.size());
  }
};

/// One process, with all rows.
class Alone final : public Team {
 public:
  int size() const override { return 1; }
  int rank() const override { return 0; }
  void sum(double* /*values*/, Index /*count*/) const override {}
  void maximum(double* /*values*/, Index /*count*/) const override {}
  Matrix gather(const Matrix& rows) const override { return rows; }
  std::vector<std::string> gather(const std::string& text) const override { return {text}; }
  using Team::sum;
};

}  // namespace tkl
