#include "support/svm_data.hpp"

#include <cstdlib>
#include <filesystem>
#include <numeric>

namespace tkl::testing {

Matrix default_gram(const Matrix& points) {
  const Matrix x = FeatureScaler(points).transform(points);
  TessellatedOptions options = tessellated(Box::around_unit_cube(x.cols(), 0.5));
  options.function_scale = unit_function_scale(options, x, {});
  const Tessellated family(options);
  const Matrix P = family.feasible_set().start();
  const Threads threads(1);
  return family.gram(P, x, threads) / centred_mean_diagonal(family, P, x, {}, threads);
}

SvmData svm_data(const Dataset& data) {
  const bool classes = data.task == Task::classification;
  return {data.task, default_gram(data.points),
          classes ? Vector(2.0 * data.target.array() - 1.0)
                  : TargetScaler(data.target, {}).transform(data.target)};
}

SvmData generated_svm_data(const std::string& name, Index rows, double noise) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = noise;
  return svm_data(generate(name, options));
}

std::optional<SvmData> real_svm_data(const std::string& name, Index rows) {
  const char* variable = std::getenv("TKL_DATA");
  const std::filesystem::path folder = variable != nullptr ? variable : TKL_DATA_DIR;
  const std::filesystem::path file = folder / (name + ".csv");
  if (!std::filesystem::exists(file)) return {};
  std::vector<Index> first(static_cast<std::size_t>(rows));
  std::iota(first.begin(), first.end(), Index{0});
  return svm_data(select_rows(to_dataset(read_table(file)), first));
}

}  // namespace tkl::testing
