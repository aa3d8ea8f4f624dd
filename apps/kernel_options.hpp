#pragma once

#include "command.hpp"
#include "tkl/fit.hpp"

namespace tkl::cli {

/// The part of the training options that describes the kernel family.
void add_kernel_options(Command& command, FitOptions& options);

/// Throws a UsageError for kernel options that exclude each other or do not fit the family, and
/// settles what some imply. After command.parse().
void settle_kernel_options(const Command& command, FitOptions& options);

/// Gives an explicit box of one number its one for every feature. Throws a UsageError if it has
/// another number of them.
void settle_box(FitOptions& options, Index features);

}  // namespace tkl::cli
