#pragma once

#include <filesystem>
#include <vector>

namespace tkl::cli {

/// Throws an Error unless `file` can be written: it is no directory, and its directory exists and
/// is writable. A UsageError if it is one of the files that are read. Meant to be called before any
/// work is done, so that the work is not lost.
void require_writable(const std::filesystem::path& file,
                      const std::vector<std::filesystem::path>& inputs);

/// Where rows go that memory has no room for: $TMPDIR if it is set, else where the model will be. Not
/// /tmp, which may be memory itself.
std::filesystem::path scratch_folder(const std::filesystem::path& model);

}  // namespace tkl::cli
