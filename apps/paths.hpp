#pragma once

#include <filesystem>
#include <vector>

namespace tkl::cli {

/// Throws an Error unless `file` can be written: it is no directory, and its directory exists and
/// is writable. A UsageError if it is one of the files that are read. Meant to be called before any
/// work is done, so that the work is not lost.
void require_writable(const std::filesystem::path& file,
                      const std::vector<std::filesystem::path>& inputs);

}  // namespace tkl::cli
