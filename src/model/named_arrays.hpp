#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tkl/matrix.hpp"

namespace tkl {

/// Named arrays, written one after the other.
class ArrayWriter {
 public:
  /// As long as it lives, names are of arrays in that folder.
  class Folder {
   public:
    Folder(ArrayWriter& arrays, const std::string& name) : arrays_(arrays), outer_(arrays.folder_) {
      arrays_.folder_ += name;
    }
    ~Folder() { arrays_.folder_ = outer_; }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

   private:
    ArrayWriter& arrays_;
    std::string outer_;
  };

  void add(const std::string& name, const Matrix& values);
  const nlohmann::json& shapes() const { return shapes_; }
  const std::string& bytes() const { return bytes_; }

 private:
  nlohmann::json shapes_ = nlohmann::json::array();
  std::string bytes_;
  std::string folder_;
};

/// Reads them back by the shapes that the writer gave; refers to both.
class ArrayReader {
 public:
  /// Throws an Error unless arrays of these shapes fill the bytes.
  ArrayReader(const nlohmann::json& shapes, std::string_view bytes);

  /// The same arrays, of which names are looked up in a folder.
  ArrayReader in(const std::string& folder) const;

  /// The array of this name, which must have that many rows and columns (-1: any).
  Matrix get(const std::string& short_name, Index rows, Index columns) const;

 private:
  const nlohmann::json& shapes_;
  std::string_view bytes_;
  std::string folder_;
};

}  // namespace tkl
