#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tkl/matrix.hpp"

namespace tkl::testing {

/// A semidefinite program as the SDPA format has it:
///
///   minimise cᵀv  subject to  Σ_k v_k F_k - F_0 ⪰ 0,  every F made of the same diagonal blocks.
class SemidefiniteProgram {
 public:
  struct Solution {
    double value = 0.0;
    Vector variables;
  };

  /// Sizes of the blocks; a negative size is a diagonal block, that is a list of inequalities.
  explicit SemidefiniteProgram(std::vector<Index> blocks) : blocks_(std::move(blocks)) {}

  /// A new variable with this coefficient in the objective; returns its number, from 0.
  Index add_variable(double cost) {
    costs_.push_back(cost);
    return static_cast<Index>(costs_.size()) - 1;
  }

  /// Adds value · variable to the entry (row, column) with row ≤ column of a block.
  void add(Index variable, Index block, Index row, Index column, double value) {
    add_entry(variable + 1, block, row, column, value);
  }
  void add_constant(Index block, Index row, Index column, double value) {
    add_entry(0, block, row, column, -value);
  }

  /// By csdp, which shares nothing with this library. Fails the test unless csdp reports success.
  Solution solve() const {
    std::string folder = ::testing::TempDir() + "tkl-sdp-XXXXXX";
    if (::mkdtemp(folder.data()) == nullptr) {
      ADD_FAILURE() << "cannot create " << folder;
      return {};
    }
    write(folder + "/problem.dat-s");
    const std::string command = "cd '" + folder + "' && OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 " +
                                TKL_CSDP_EXECUTABLE + " problem.dat-s problem.sol > log 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << "csdp found no optimum";
    Solution solution = read(folder + "/problem.sol");
    std::filesystem::remove_all(folder);
    return solution;
  }

 private:
  struct Entry {
    Index variable;
    Index block;
    Index row;
    Index column;
    double value;
  };

  void add_entry(Index variable, Index block, Index row, Index column, double value) {
    if (value != 0.0) entries_.push_back({variable, block + 1, row + 1, column + 1, value});
  }

  void write(const std::string& file) const {
    std::ofstream out(file);
    out << std::setprecision(17) << costs_.size() << '\n' << blocks_.size() << '\n';
    for (const Index size : blocks_) out << size << ' ';
    out << '\n';
    for (const double cost : costs_) out << cost << ' ';
    out << '\n';
    for (const Entry& e : entries_) {
      out << e.variable << ' ' << e.block << ' ' << e.row << ' ' << e.column << ' ' << e.value
          << '\n';
    }
  }

  /// The first line of a csdp solution holds the variables.
  Solution read(const std::string& file) const {
    std::ifstream in(file);
    Solution solution{0.0, Vector::Zero(static_cast<Index>(costs_.size()))};
    for (Index k = 0; k < solution.variables.size(); ++k) {
      EXPECT_TRUE(in >> solution.variables(k)) << "csdp wrote no solution";
      solution.value += costs_[static_cast<std::size_t>(k)] * solution.variables(k);
    }
    return solution;
  }

  std::vector<Index> blocks_;
  std::vector<double> costs_;
  std::vector<Entry> entries_;
};

}  // namespace tkl::testing
