#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../model/model_bytes.hpp"
#include "tkl/error.hpp"
#include "tkl/fit.hpp"
#include "tkl/model.hpp"

namespace {

/// One small model file of every family and task.
std::vector<std::string> make_valid_files() {
  tkl::Matrix points(6, 2);
  points << 1, 9, 2, 7, 3, 8, 5, 2, 6, 3, 8, 1;
  const std::vector<tkl::Dataset> tasks = {
      tkl::regression_data(points, tkl::Vector::LinSpaced(6, -3.0, 4.5)),
      tkl::classification_data(points, {"a", "b", "a", "b", "b", "a"})};
  std::vector<std::string> files;
  for (const tkl::Dataset& data : tasks) {
    for (const tkl::Family family :
         {tkl::Family::tessellated, tkl::Family::polynomial, tkl::Family::kernels}) {
      tkl::FitOptions options;
      options.family = family;
      options.kernels = tkl::parse_kernel_list("gaussian:0.5,polynomial:2@1");
      options.learn.max_iterations = 2;
      options.learn.threads = tkl::Threads(1);
      files.push_back(tkl::serialise(tkl::fit(data, options).model));
    }
  }
  return files;
}

/// Gives the bytes the magic, sizes that fit and the checksum, so that the parser sees the rest.
std::string repaired(const std::string& bytes) {
  using namespace tkl::testing;
  if (bytes.size() < header_start + 8) return bytes;
  const std::string_view body =
      std::string_view(bytes).substr(header_start, bytes.size() - header_start - 8);
  std::uint64_t header_size = number_at(bytes, magic_size);
  if (header_size > body.size()) header_size %= body.size() + 1;
  const std::size_t doubles = (body.size() - header_size) / 8 * 8;
  return assemble(body.substr(0, header_size), body.substr(header_size, doubles));
}

/// The input as edits of a valid file: which file, then two bytes of position and one of value each.
std::string edited(const std::vector<std::string>& files, const std::uint8_t* bytes,
                   std::size_t size) {
  std::string file = files[bytes[0] % files.size()];
  for (std::size_t i = 1; i + 3 <= size; i += 3) {
    const std::size_t position = (bytes[i] + 256U * bytes[i + 1]) % file.size();
    file[position] = static_cast<char>(bytes[i + 2]);
  }
  return file;
}

void load_and_use(const std::string& bytes) {
  try {
    const tkl::Model model = tkl::deserialise(bytes, "fuzz");
    model.predict(tkl::Matrix::Constant(2, model.features(), 0.5), tkl::Threads(1));
    // What can be loaded can be saved and loaded again.
    const std::string again = tkl::serialise(model);
    if (tkl::serialise(tkl::deserialise(again, "again")) != again) __builtin_trap();
  } catch (const tkl::Error& error) {
    if (std::string_view(error.what()).starts_with("again")) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<std::string> files = make_valid_files();
  if (size < 2) return 0;
  const bool as_edits = bytes[0] % 2 == 0;
  const std::string file = as_edits
                               ? edited(files, bytes + 1, size - 1)
                               : std::string(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  load_and_use(file);
  load_and_use(repaired(file));
  return 0;
}
