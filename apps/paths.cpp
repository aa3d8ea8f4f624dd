#include "paths.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include <unistd.h>

#include "exit_code.hpp"
#include "tkl/error.hpp"

namespace tkl::cli {

namespace fs = std::filesystem;

namespace {

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::absolute(a).lexically_normal() == fs::absolute(b).lexically_normal() ||
         fs::equivalent(a, b, ignored);
}

}  // namespace

void require_writable(const fs::path& file, const std::vector<fs::path>& inputs) {
  const std::string name = file.string();
  if (name.empty()) throw UsageError("the name of the file to write is empty");
  for (const fs::path& input : inputs) {
    if (same_file(file, input)) {
      throw UsageError(name + ": is an input too and would be overwritten; give another file name");
    }
  }
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) throw Error(name + ": is a directory; give a file name");
  if (fs::exists(status) && access(file.c_str(), W_OK) != 0) {
    throw Error(name + ": cannot be written: " + std::strerror(errno));
  }
  // A pipe or device is written in place, a file by way of a new one beside it.
  if (fs::exists(status) && !fs::is_regular_file(status)) return;
  const fs::path parent = fs::absolute(file).parent_path();
  if (!fs::is_directory(parent, ignored)) {
    throw Error(name + ": the directory " + parent.string() + " does not exist; create it first");
  }
  if (access(parent.c_str(), W_OK | X_OK) != 0) {
    throw Error(name + ": the directory cannot be written to: " + std::strerror(errno));
  }
}

fs::path scratch_folder(const fs::path& model) {
  const char* chosen = std::getenv("TMPDIR");
  if (chosen != nullptr && *chosen != '\0') return chosen;
  std::error_code ignored;
  const bool is_device = fs::exists(model, ignored) && !fs::is_regular_file(model, ignored);
  return is_device ? fs::current_path() : fs::absolute(model).parent_path();
}

}  // namespace tkl::cli
