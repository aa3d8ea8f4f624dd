#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "landmarks/restricted_svm.hpp"
#include "tkl/model.hpp"

namespace tkl {

/// How far a fit with landmarks has come: whatever cannot be computed again in no time.
struct LandmarkCheckpoint {
  std::string fingerprint;  ///< of data and options
  Matrix P;
  LandmarkRecord record;
  std::vector<RestrictedSolution> solved;  ///< SVMs, in the order of the lessons
  std::optional<RestrictedState> state{};  ///< of the next SVM
};

/// Replaces the file only once the new one is complete.
void save_checkpoint(const LandmarkCheckpoint& checkpoint, const std::filesystem::path& file);

/// Throws an Error if there is no such file, or if it is none.
LandmarkCheckpoint load_checkpoint(const std::filesystem::path& file);

}  // namespace tkl
