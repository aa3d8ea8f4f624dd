#pragma once

#include <string>

#include "options.hpp"

namespace tkl::cli {

/// What `tkl cv` and `tkl train -v` do, once their options are settled. Returns the exit code.
int run_cross_validation(const Command& command, const std::string& data_file,
                         TrainingOptions& options);

}  // namespace tkl::cli
