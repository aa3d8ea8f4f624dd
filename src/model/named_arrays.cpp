#include "model/named_arrays.hpp"

#include <cstdint>
#include <cstring>

#include "tkl/error.hpp"

namespace tkl {

using nlohmann::json;

namespace {

Index size_from(const json& value) {
  const bool whole = value.is_number_integer();
  const auto size = whole ? value.get<Index>() : Index{-1};
  if (size < 0) throw Error("an array has no valid size");
  return size;
}

}  // namespace

void ArrayWriter::add(const std::string& name, const Matrix& values) {
  shapes_.push_back(
      {{"name", folder_ + name}, {"rows", values.rows()}, {"columns", values.cols()}});
  const auto size = static_cast<std::size_t>(values.size()) * sizeof(double);
  const std::size_t begin = bytes_.size();
  bytes_.resize(begin + size);
  if (size > 0) std::memcpy(bytes_.data() + begin, values.data(), size);
}

ArrayReader::ArrayReader(const json& shapes, std::string_view bytes)
    : shapes_(shapes), bytes_(bytes) {
  std::uint64_t left = bytes.size() / sizeof(double);
  for (const json& shape : shapes) {
    const auto rows = static_cast<std::uint64_t>(size_from(shape.at("rows")));
    const auto columns = static_cast<std::uint64_t>(size_from(shape.at("columns")));
    if (columns != 0 && rows > left / columns) throw Error("an array is larger than the file");
    left -= rows * columns;
  }
  if (left != 0) throw Error("the arrays do not fill the file");
}

ArrayReader ArrayReader::in(const std::string& folder) const {
  ArrayReader reader = *this;
  reader.folder_ += folder;
  return reader;
}

Matrix ArrayReader::get(const std::string& short_name, Index rows, Index columns) const {
  const std::string name = folder_ + short_name;
  std::size_t offset = 0;
  for (const json& shape : shapes_) {
    const Index r = size_from(shape.at("rows"));
    const Index c = size_from(shape.at("columns"));
    if (shape.at("name") == name) {
      if ((rows >= 0 && r != rows) || (columns >= 0 && c != columns)) {
        throw Error("array \"" + name + "\" is " + std::to_string(r) + " x " + std::to_string(c) +
                    ", which does not fit the rest");
      }
      Matrix values(r, c);
      const auto size = static_cast<std::size_t>(values.size()) * sizeof(double);
      if (size > 0) std::memcpy(values.data(), bytes_.data() + offset, size);
      if (!values.allFinite()) {
        throw Error("array \"" + name + "\" has entries that are not finite");
      }
      return values;
    }
    offset += static_cast<std::size_t>(r) * static_cast<std::size_t>(c) * sizeof(double);
  }
  throw Error("array \"" + name + "\" is missing");
}

}  // namespace tkl
