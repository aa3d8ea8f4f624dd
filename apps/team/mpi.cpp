/// The team of a program that mpirun has started several times.

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include <mpi.h>

#include "team.hpp"

namespace tkl::cli {

namespace {

class MpiTeam final : public Team {
 public:
  MpiTeam() {
    // Only the thread that calls us sends messages.
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  }
  ~MpiTeam() override { MPI_Finalize(); }
  MpiTeam(const MpiTeam&) = delete;
  MpiTeam& operator=(const MpiTeam&) = delete;
  MpiTeam(MpiTeam&&) = delete;
  MpiTeam& operator=(MpiTeam&&) = delete;

  int size() const override { return size_; }
  int rank() const override { return rank_; }
  using Team::sum;
  void sum(double* values, Index count) const override { reduce(values, count, MPI_SUM); }
  void maximum(double* values, Index count) const override { reduce(values, count, MPI_MAX); }

  Matrix gather(const Matrix& rows) const override {
    // Points in a row are neighbours in a message.
    const Matrix own = rows.transpose();
    const std::vector<double> all =
        gather_all(own.data(), static_cast<int>(own.size()), MPI_DOUBLE);
    const Index columns = rows.cols();
    const Index count = columns == 0 ? 0 : std::ssize(all) / columns;
    return Eigen::Map<const Matrix>(all.data(), columns, count).transpose();
  }

  std::vector<std::string> gather(const std::string& text) const override {
    const std::vector<int> counts = all_counts(static_cast<int>(text.size()));
    const std::vector<char> all = gather_all(text.data(), static_cast<int>(text.size()), MPI_CHAR);
    std::vector<std::string> texts;
    auto first = all.begin();
    for (const int count : counts) {
      texts.emplace_back(first, first + count);
      first += count;
    }
    return texts;
  }

 private:
  /// By the first member for all, so that all have the same bits.
  void reduce(double* values, Index count, MPI_Op operation) const {
    constexpr Index most = Index{1} << 26U;
    for (Index first = 0; first < count; first += most) {
      const int part = static_cast<int>(std::min(most, count - first));
      MPI_Allreduce(MPI_IN_PLACE, values + first, part, MPI_DOUBLE, operation, MPI_COMM_WORLD);
    }
  }

  std::vector<int> all_counts(int own) const {
    std::vector<int> counts(static_cast<std::size_t>(size_));
    MPI_Allgather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD);
    return counts;
  }

  template <class Value>
  std::vector<Value> gather_all(const Value* own, int count, MPI_Datatype type) const {
    const std::vector<int> counts = all_counts(count);
    std::vector<int> places(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, places.begin() + 1);
    std::vector<Value> all(static_cast<std::size_t>(places.back() + counts.back()));
    MPI_Allgatherv(own, count, type, all.data(), counts.data(), places.data(), type,
                   MPI_COMM_WORLD);
    return all;
  }

  int size_ = 1;
  int rank_ = 0;
};

}  // namespace

const Team& this_team() {
  static const MpiTeam team;
  return team;
}

void leave_team(int exit_code) {
  if (this_team().size() > 1) MPI_Abort(MPI_COMM_WORLD, exit_code);
}

void become_mpi_program(char** /*arguments*/) {}

}  // namespace tkl::cli
