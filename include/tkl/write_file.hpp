#pragma once

#include <filesystem>
#include <string_view>

namespace tkl {

/// Writes a whole file so that a failure or a crash leaves the old one untouched: to a temporary
/// file beside it, flushed to disk, then renamed. Pipes and devices are written directly. Throws an
/// Error that names the file and the reason.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace tkl
