#pragma once

#include "tkl/team.hpp"

namespace tkl::cli {

/// The processes that were started together with this one, if mpirun did so.
const Team& this_team();

/// Called first: where mpirun has started a program without MPI several times, one with MPI takes its
/// place. Throws an Error if there is none.
void become_mpi_program(char** arguments);

/// Ends all of them at once, where an error of one leaves the others waiting for it.
void leave_team(int exit_code);

}  // namespace tkl::cli
