#pragma once

#include "command.hpp"

namespace tkl::cli {

/// Each runs one verb with the arguments that follow it, and returns the exit code.
int train(const Arguments& arguments);
int predict(const Arguments& arguments);
int cv(const Arguments& arguments);
int explain_model(const Arguments& arguments);
int info(const Arguments& arguments);
int report_model(const Arguments& arguments);
int playground(const Arguments& arguments);
int generate_data(const Arguments& arguments);

}  // namespace tkl::cli
