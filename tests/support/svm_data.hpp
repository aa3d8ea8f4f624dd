#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/options.hpp"
#include "tkl/generate.hpp"
#include "tkl/scaling.hpp"
#include "tkl/svm.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::testing {

/// A kernel matrix with targets: ±1 for classification, of mean 0 and deviation 1 for regression.
struct SvmData {
  Task task;
  Matrix K;
  Vector y;

  Index rows() const { return y.size(); }

  SvmProblem problem(double cost, double tube) const {
    const Vector costs = Vector::Constant(rows(), cost);
    return task == Task::classification ? SvmProblem::classification(y, costs)
                                        : SvmProblem::regression(y, costs, tube);
  }
};

/// The tessellated kernel at P = I with the scaling that fit() uses.
Matrix default_gram(const Matrix& points);

SvmData svm_data(const Dataset& data);

SvmData generated_svm_data(const std::string& name, Index rows, double noise = 0.05);

/// The first rows of one of the public data sets; nothing if they are not on this machine.
std::optional<SvmData> real_svm_data(const std::string& name, Index rows);

}  // namespace tkl::testing
