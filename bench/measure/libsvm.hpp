#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <libsvm/svm.h>

#include "measure/isolated.hpp"
#include "tkl/svm.hpp"

namespace tkl::bench {

/// Points in the form LIBSVM reads: one list of (index, value) a row, zeros left out.
class LibsvmRows {
 public:
  explicit LibsvmRows(const Matrix& points);
  /// A precomputed kernel matrix, whole, with the row numbers that `-t 4` wants.
  static LibsvmRows kernel_matrix(const Matrix& K);

  int size() const { return static_cast<int>(pointers_.size()); }
  svm_node** data() { return pointers_.data(); }
  const svm_node* row(Index i) const { return pointers_[static_cast<std::size_t>(i)]; }

 private:
  LibsvmRows() = default;
  void point_at_rows(const std::vector<std::size_t>& begins);

  std::vector<svm_node> nodes_;
  std::vector<svm_node*> pointers_;
};

struct FreeModel {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
/// Refers to the rows it was trained on.
using LibsvmModel = std::unique_ptr<svm_model, FreeModel>;

/// `-s 0` or `-s 3` with `-c`, `-p` of the task; the caller adds the kernel.
svm_parameter libsvm_parameter(bool classification, double cost, double tube);
LibsvmModel libsvm_train(LibsvmRows& rows, const Vector& y, const svm_parameter& parameter);

/// `-t 4` on one SVM problem, its rows built beforehand.
class LibsvmSolver {
 public:
  LibsvmSolver(const SvmProblem& problem, const Matrix& K);

  struct Setting {
    double tolerance = 1e-3;  ///< `-e`
    bool shrinking = true;    ///< `-h`
  };
  struct Run {
    double seconds = 0.0;
    Vector w;
  };
  /// One cold solve on one core; nothing if the limit was reached.
  std::optional<Run> run(const Setting& setting, double limit);

 private:
  const SvmProblem& problem_;
  LibsvmRows rows_;
};

}  // namespace tkl::bench
