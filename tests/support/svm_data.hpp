#pragma once

#include <cstdlib>
#include <filesystem>
#include <numeric>
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
inline Matrix default_gram(const Matrix& points) {
  const Matrix x = FeatureScaler(points).transform(points);
  TessellatedOptions options = tessellated(Box::around_unit_cube(x.cols(), 0.5));
  options.function_scale = unit_function_scale(options, x, {});
  const Tessellated family(options);
  const Matrix P = family.feasible_set().start();
  const Threads threads(1);
  return family.gram(P, x, threads) / centred_mean_diagonal(family, P, x, {}, threads);
}

inline SvmData svm_data(const Dataset& data) {
  const bool classes = data.task == Task::classification;
  return {data.task, default_gram(data.points),
          classes ? Vector(2.0 * data.target.array() - 1.0)
                  : TargetScaler(data.target, {}).transform(data.target)};
}

inline SvmData generated_svm_data(const std::string& name, Index rows, double noise = 0.05) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = noise;
  return svm_data(generate(name, options));
}

/// The first rows of one of the public data sets; nothing if they are not on this machine.
inline std::optional<SvmData> real_svm_data(const std::string& name, Index rows) {
  const char* variable = std::getenv("TKL_DATA");
  const std::filesystem::path folder = variable != nullptr ? variable : TKL_DATA_DIR;
  const std::filesystem::path file = folder / (name + ".csv");
  if (!std::filesystem::exists(file)) return {};
  std::vector<Index> first(static_cast<std::size_t>(rows));
  std::iota(first.begin(), first.end(), Index{0});
  return svm_data(select_rows(to_dataset(read_table(file)), first));
}

}  // namespace tkl::testing
