#pragma once

#include <string>

namespace tkl::cli {

/// One number as printf writes it.
std::string printf_text(const char* format, double value);

/// Six significant digits, as LIBSVM prints results; "nan" for any NaN.
std::string short_number(double value);

/// `tkl: warning: …` on stderr.
void hint(const std::string& message);
void warn(const std::string& message);

}  // namespace tkl::cli
