#include <filesystem>
#include <iostream>

#include "paths.hpp"
#include "playground_page.hpp"
#include "tkl/error.hpp"
#include "tkl/write_file.hpp"
#include "verbs.hpp"

namespace tkl::cli {

int playground(const Arguments& arguments) {
  std::string output = "playground.html";
  Command command(
      "playground",
      "Writes a page in which you click points and watch kernels being learned: the\n"
      "library itself, compiled for the browser, beside a Gaussian SVM. It is complete in\n"
      "itself and needs no network: open it in any browser.",
      "Example:\n  tkl playground -o playground.html");
  command.option("-o,--output", "FILE", "the page to write (default playground.html)",
                 [&](const std::string& text) { output = text; });
  if (!command.parse(arguments)) return exit_code::ok;
  const std::string page = playground_page();
  if (page.empty()) {
    throw Error(
        "this build of tkl has no playground: run make playground in the source folder, which "
        "builds it with emscripten (Debian: emscripten nodejs npm), and then tkl with it");
  }
  require_writable(output, {});
  write_file(output, page);
  std::cout << "The playground is in "
            << std::filesystem::absolute(output).lexically_normal().string() << "\n";
  return exit_code::ok;
}

}  // namespace tkl::cli
