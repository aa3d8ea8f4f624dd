#include "support/libsvm_reference.hpp"

#include <vector>

#include <libsvm/svm.h>

namespace tkl::testing {

namespace {

/// The weights w of Σ w_i k(x_i, ·) that LIBSVM finds for a kernel matrix.
Vector libsvm_weights(const Matrix& K, const Vector& y, int svm_type,
                      const LibsvmOptions& options) {
  const auto m = static_cast<std::size_t>(K.rows());
  std::vector<std::vector<svm_node>> rows(m);
  std::vector<svm_node*> pointers(m);
  for (std::size_t i = 0; i < m; ++i) {
    rows[i].push_back({0, static_cast<double>(i + 1)});
    for (std::size_t j = 0; j < m; ++j) {
      rows[i].push_back({static_cast<int>(j + 1), K(static_cast<Index>(i), static_cast<Index>(j))});
    }
    rows[i].push_back({-1, 0.0});
    pointers[i] = rows[i].data();
  }
  std::vector<double> target(y.begin(), y.end());
  const svm_problem problem{static_cast<int>(m), target.data(), pointers.data()};

  svm_parameter parameter{};
  parameter.svm_type = svm_type;
  parameter.kernel_type = PRECOMPUTED;
  parameter.cache_size = 100.0;
  parameter.eps = options.tolerance;
  parameter.C = options.cost;
  parameter.p = options.tube;
  parameter.shrinking = 0;
  svm_set_print_string_function([](const char*) {});
  svm_model* model = svm_train(&problem, &parameter);

  // In classification the first label seen stands for +1.
  const double sign = svm_type == C_SVC && model->label[0] < 0 ? -1.0 : 1.0;
  Vector w = Vector::Zero(K.rows());
  for (int k = 0; k < model->l; ++k) w(model->sv_indices[k] - 1) = sign * model->sv_coef[0][k];
  svm_free_and_destroy_model(&model);
  return w;
}

}  // namespace

Vector libsvm_regression(const Matrix& K, const Vector& y, const LibsvmOptions& options) {
  return libsvm_weights(K, y, EPSILON_SVR, options);
}

Vector libsvm_classification(const Matrix& K, const Vector& y, const LibsvmOptions& options) {
  return libsvm_weights(K, y, C_SVC, options);
}

}  // namespace tkl::testing
