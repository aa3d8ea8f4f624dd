#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tkl/dataset.hpp"
#include "tkl/kernel_family.hpp"
#include "tkl/learn.hpp"
#include "tkl/scaling.hpp"
#include "tkl/search_record.hpp"

namespace tkl {

/// How the model's kernel and weights were certified.
struct ModelCertificate {
  double upper = 0.0;
  double lower = 0.0;
  Status status = Status::converged;
  double tolerance = 0.0;
  Method method = Method::newton;
  int inner_solves = 0;
  std::vector<Bounds> history;  ///< one entry an iteration

  double relative_gap() const { return Bounds{0, upper, lower}.relative_gap(); }
};

/// A learned kernel with its SVM, and all that is needed to use it on raw data:
///
///   f(x) = Σ_i w_i k_P(s(x_i), s(x)) + b,   s the scaling of the features.
struct Model {
  Task task = Task::regression;
  std::vector<std::string> feature_names;
  std::string target_name;
  std::vector<std::string> classes;  ///< two for classification, sorted; empty for regression

  FeatureScaler feature_scaler;
  TargetScaler target_scaler;
  std::shared_ptr<const KernelFamily> family;
  Matrix P;

  std::vector<Index> support;  ///< rows of the training data that are support vectors
  Matrix support_vectors;      ///< those rows, in the user's units
  Vector weights;              ///< their w_i
  double intercept = 0.0;

  Index training_rows = 0;
  double cost = 0.0;
  double tube = 0.0;
  bool raw_target = false;
  bool raw_kernel = false;
  ModelCertificate certificate;
  std::optional<SearchRecord> search;  ///< how the settings were found, if a search did
  std::string library_version;

  Index features() const { return feature_scaler.minimum().size(); }

  /// Σ w_i k + b for each point. Classification: positive means classes[1]. Regression: the
  /// standardised prediction.
  Vector decision_values(const Matrix& points, const Threads& threads = {}) const;

  /// Regression: values in the target's units. Classification: indices into classes.
  Vector predict(const Matrix& points, const Threads& threads = {}) const;

  /// What predict() makes of decision values, for whoever wants both.
  Vector predict_from(const Vector& decision_values) const;

  /// The learned kernel between any two sets of points, in the user's units.
  Matrix kernel(const Matrix& x, const Matrix& y, const Threads& threads = {}) const;
};

/// Writes the model to one self-contained file. An existing file is replaced only once the new one
/// is complete.
void save_model(const Model& model, const std::filesystem::path& file);

/// Reads a model back; its predictions are bit for bit those of the model that was saved. Throws an
/// Error if the file is missing, truncated, damaged, not a model, or from a newer version.
Model load_model(const std::filesystem::path& file);

std::string serialise(const Model& model);
Model deserialise(std::string_view bytes, const std::string& source);

}  // namespace tkl
