#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tkl/calibration.hpp"
#include "tkl/cells.hpp"
#include "tkl/dataset.hpp"
#include "tkl/kernel_family.hpp"
#include "tkl/learn.hpp"
#include "tkl/loss.hpp"
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

/// How a model came about whose functions are made of landmarks (docs/math.md §13). Its certificate's
/// upper bound is the objective on all rows.
struct LandmarkRecord {
  Index kernel_rows = 0;    ///< rows from which P was learned; 0 if there was nothing to learn
  double kernel_gap = 0.0;  ///< relative gap of that
  double svm_gap = 0.0;     ///< relative gap of the SVM on all rows, for this P and these landmarks
};

/// One learned kernel with its SVM: f(x) = Σ_i w_i k_P(s(x_i), s(x)) + b, s the scaling of the
/// features.
struct Machine {
  static constexpr Index rest = -1;  ///< all classes but the positive one

  Matrix P;
  std::vector<Index> support;  ///< the x_i: rows of Model::support_vectors
  Vector weights;              ///< their w_i
  /// Where the model has cells, f is, in cell j, Σ_i w_i k_P(x_i, ·) over the x_i of that cell alone, plus
  /// the landmarks' functions with these weights: one row a landmark, one column a cell.
  Matrix landmark_weights{};
  double intercept = 0.0;
  /// Classification: indices into Model::classes. f > 0 speaks for `positive`.
  Index negative = 0;
  Index positive = 1;
};

/// Machines for a task, and all that is needed to use them on raw data. Regression and two classes
/// take one machine; more classes one for each pair of them, or one for each class.
///
/// A model may have companions: models of the same task from the same rows, with other kernels.
/// Decisions are then means of all of them. What the fields below say, they say of the model without
/// its companions, which have such fields themselves; but calibration, held-out errors and search
/// are those of the whole.
struct Model {
  std::vector<Model> companions;
  double share = 1.0;  ///< of this model in the mean; shares sum to 1

  Task task = Task::regression;
  std::vector<std::string> feature_names;
  Recipe recipe;  ///< how features come from columns; its feature names are those above
  std::string target_name;
  std::vector<std::string> classes;  ///< sorted; empty for regression

  FeatureScaler feature_scaler;
  TargetScaler target_scaler;
  std::shared_ptr<const KernelFamily> family;
  std::vector<Index>
      support;             ///< rows of the training data that are support vectors of any machine
  Matrix support_vectors;  ///< those rows, in the user's units
  std::vector<Machine> machines;

  Index training_rows = 0;
  double cost = 0.0;
  double tube = 0.0;
  Loss loss = Loss::linear;
  bool raw_target = false;
  bool raw_kernel = false;
  /// Of the sum of the machines' objectives.
  ModelCertificate certificate;
  std::optional<LandmarkRecord>
      landmarks;               ///< if the support vectors are landmarks, or cells have some
  std::optional<Cells> cells;  ///< only together with landmarks
  std::optional<Calibration> calibration;  ///< classification, if cross-validated
  /// Regression, if cross-validated: sizes of the held-out errors, in the target's units, ascending.
  Vector held_out_errors;
  std::optional<SearchRecord> search;  ///< how the settings were found, if a search did
  std::string library_version;

  Index features() const { return feature_scaler.features(); }

  /// f of each machine, a column each; with companions the mean of all.
  Matrix machine_values(const Matrix& points, const Threads& threads = {}) const;

  /// Regression: the standardised prediction. Two classes: f, positive for classes[1]. More
  /// classes: a column for each, the largest of which wins; with a machine for each pair the votes
  /// for the class, and fractions that tell ties apart by how clear the votes were.
  Matrix decision_values(const Matrix& points, const Threads& threads = {}) const;

  /// Regression: values in the target's units. Classification: indices into classes.
  Vector predict(const Matrix& points, const Threads& threads = {}) const;

  /// What predict() makes of decision values, for whoever wants both.
  Vector predict_from(const Matrix& decision_values) const;

  /// What decision values say of each class: a column each, in the order of `classes`. The most
  /// probable class is always the predicted one. Throws an Error if there is no calibration.
  Matrix probabilities_from(const Matrix& decision_values) const;

  /// Half the width of intervals around predictions that hold the truth with that probability, by
  /// the held-out errors (split conformal prediction, docs/math.md §11); infinite if there were too
  /// few of them to tell. Throws an Error if there were none, or unless 0 < coverage < 1.
  double interval_radius(double coverage) const;

  /// The learned kernel of one of the machines of this model, companions aside, between any two sets of points, in the user's units.
  Matrix kernel(const Matrix& x, const Matrix& y, const Threads& threads = {},
                std::size_t machine = 0) const;
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
