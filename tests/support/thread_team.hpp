#pragma once

#include <barrier>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "tkl/team.hpp"

namespace tkl::testing {

/// A team whose members are threads of this process: what a message passing library does, without it.
class ThreadTeam {
 public:
  explicit ThreadTeam(int size)
      : size_(size), barrier_(size), slots_(static_cast<std::size_t>(size)) {}

  /// Calls the work once for every member, at the same time.
  void run(const std::function<void(const Team&)>& work) {
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(size_));
    {
      std::vector<std::jthread> threads;
      for (int rank = 0; rank < size_; ++rank) {
        threads.emplace_back([&, rank] {
          try {
            work(Member(*this, rank));
          } catch (...) {
            errors[static_cast<std::size_t>(rank)] = std::current_exception();
            barrier_.arrive_and_drop();
          }
        });
      }
    }
    for (const std::exception_ptr& error : errors) {
      if (error) std::rethrow_exception(error);
    }
  }

 private:
  class Member final : public Team {
   public:
    Member(ThreadTeam& team, int rank) : team_(team), rank_(rank) {}

    int size() const override { return team_.size_; }
    int rank() const override { return rank_; }
    using Team::sum;
    void sum(double* values, Index count) const override {
      reduce(values, count, [](double a, double b) { return a + b; });
    }
    void maximum(double* values, Index count) const override {
      reduce(values, count, [](double a, double b) { return std::max(a, b); });
    }
    Matrix gather(const Matrix& rows) const override {
      slot(rank_) = rows;
      team_.barrier_.arrive_and_wait();
      Index total = 0;
      for (int k = 0; k < size(); ++k) total += slot(k).rows();
      Matrix all(total, rows.cols());
      Index first = 0;
      for (int k = 0; k < size(); ++k) {
        all.middleRows(first, slot(k).rows()) = slot(k);
        first += slot(k).rows();
      }
      team_.barrier_.arrive_and_wait();
      return all;
    }
    std::vector<std::string> gather(const std::string& text) const override {
      team_.texts_[static_cast<std::size_t>(rank_)] = text;
      team_.barrier_.arrive_and_wait();
      std::vector<std::string> all = team_.texts_;
      team_.barrier_.arrive_and_wait();
      return all;
    }

   private:
    Matrix& slot(int rank) const { return team_.slots_[static_cast<std::size_t>(rank)]; }

    template <class Operation>
    void reduce(double* values, Index count, Operation operation) const {
      slot(rank_) = Eigen::Map<const Matrix>(values, count, 1);
      team_.barrier_.arrive_and_wait();
      for (Index i = 0; i < count; ++i) {
        values[i] = slot(0)(i, 0);
        for (int k = 1; k < size(); ++k) values[i] = operation(values[i], slot(k)(i, 0));
      }
      team_.barrier_.arrive_and_wait();
    }

    ThreadTeam& team_;
    int rank_;
  };

  int size_;
  std::barrier<> barrier_;
  std::vector<Matrix> slots_;
  std::vector<std::string> texts_ = std::vector<std::string>(slots_.size());
};

}  // namespace tkl::testing
