#include "measure/libsvm.hpp"

#include "measure/bytes.hpp"
#include "measure/timing.hpp"

namespace tkl::bench {

LibsvmRows::LibsvmRows(const Matrix& points) {
  std::vector<std::size_t> begins;
  for (Index i = 0; i < points.rows(); ++i) {
    begins.push_back(nodes_.size());
    for (Index j = 0; j < points.cols(); ++j) {
      if (points(i, j) != 0.0) nodes_.push_back({static_cast<int>(j + 1), points(i, j)});
    }
    nodes_.push_back({-1, 0.0});
  }
  point_at_rows(begins);
}

LibsvmRows LibsvmRows::kernel_matrix(const Matrix& K) {
  LibsvmRows rows;
  rows.nodes_.reserve(static_cast<std::size_t>(K.rows() * (K.rows() + 2)));
  std::vector<std::size_t> begins;
  for (Index i = 0; i < K.rows(); ++i) {
    begins.push_back(rows.nodes_.size());
    rows.nodes_.push_back({0, static_cast<double>(i + 1)});
    // By column: K is symmetric, and its columns are contiguous.
    for (Index j = 0; j < K.rows(); ++j) {
      rows.nodes_.push_back({static_cast<int>(j + 1), K(j, i)});
    }
    rows.nodes_.push_back({-1, 0.0});
  }
  rows.point_at_rows(begins);
  return rows;
}

void LibsvmRows::point_at_rows(const std::vector<std::size_t>& begins) {
  for (const std::size_t begin : begins) pointers_.push_back(nodes_.data() + begin);
}

svm_parameter libsvm_parameter(bool classification, double cost, double tube) {
  svm_parameter parameter{};
  parameter.svm_type = classification ? C_SVC : EPSILON_SVR;
  parameter.C = cost;
  parameter.p = tube;
  parameter.eps = 1e-3;
  parameter.shrinking = 1;
  parameter.cache_size = 1000.0;
  return parameter;
}

LibsvmModel libsvm_train(LibsvmRows& rows, const Vector& y, const svm_parameter& parameter) {
  svm_set_print_string_function([](const char*) {});
  std::vector<double> target(y.begin(), y.end());
  const svm_problem problem{rows.size(), target.data(), rows.data()};
  return LibsvmModel(svm_train(&problem, &parameter));
}

namespace {

/// w of Σ w_i k(x_i, ·). In classification the first label that occurs stands for +1.
Vector weights(const svm_model& model, Index size) {
  const bool flipped = model.param.svm_type == C_SVC && model.label[0] < 0;
  Vector w = Vector::Zero(size);
  for (int k = 0; k < model.l; ++k) {
    w(model.sv_indices[k] - 1) = (flipped ? -1.0 : 1.0) * model.sv_coef[0][k];
  }
  return w;
}

}  // namespace

LibsvmSolver::LibsvmSolver(const SvmProblem& problem, const Matrix& K)
    : problem_(problem), rows_(LibsvmRows::kernel_matrix(K)) {}

std::optional<LibsvmSolver::Run> LibsvmSolver::run(const Setting& setting, double limit) {
  // A classifier's weights have one sign each, so one of its bounds is zero.
  const bool classification = problem_.lower(0) * problem_.upper(0) == 0.0;
  const double cost = problem_.upper.maxCoeff();
  svm_parameter parameter = libsvm_parameter(classification, cost, problem_.epsilon);
  parameter.kernel_type = PRECOMPUTED;
  parameter.eps = setting.tolerance;
  parameter.shrinking = setting.shrinking ? 1 : 0;
  // Room for all of K in single precision, so that no row is ever fetched twice.
  const auto m = static_cast<double>(problem_.size());
  parameter.cache_size = 50.0 + 1.1 * 4.0 * m * m / 1048576.0;

  const auto answer = run_isolated({limit, true}, [&] {
    const Stopwatch stopwatch;
    const LibsvmModel model = libsvm_train(rows_, problem_.y, parameter);
    const double seconds = stopwatch.seconds();
    return to_bytes(seconds) + to_bytes(weights(*model, problem_.size()));
  });
  if (!answer) return std::nullopt;
  Reader reader(*answer);
  const double seconds = reader.number();
  return Run{seconds, reader.vector()};
}

}  // namespace tkl::bench
