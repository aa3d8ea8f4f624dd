/// The team of a program that knows nothing of MPI.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

#include "team.hpp"
#include "tkl/error.hpp"

namespace tkl::cli {

namespace {

/// Started by mpirun with others? Then the work is that of tkl-mpi, if it was built.
bool is_one_of_many() {
  constexpr std::array names = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
  return std::any_of(names.begin(), names.end(), [](const char* name) {
    const char* size = std::getenv(name);
    return size != nullptr && std::string(size) != "1";
  });
}

}  // namespace

const Team& this_team() {
  static const Alone alone;
  return alone;
}

void leave_team(int /*exit_code*/) {}

void become_mpi_program(char** arguments) {
  if (!is_one_of_many()) return;
  std::error_code ignored;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", ignored);
  const std::string sibling = (self.parent_path() / "tkl-mpi").string();
  execv(sibling.c_str(), arguments);
  throw Error("tkl was started by mpirun, but there is no " + sibling +
              "; build tkl where OpenMPI is installed, or start it without mpirun");
}

}  // namespace tkl::cli
