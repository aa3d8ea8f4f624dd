#include "linalg/dense.hpp"

#ifdef TKL_USE_BLAS
#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <cblas.h>
#include <pthread.h>

extern "C" {
void dpotrf_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void spotrf_(const char* uplo, const int* n, float* a, const int* lda, int* info);
void dpotri_(const char* uplo, const int* n, double* a, const int* lda, int* info);
void dsyevd_(const char* job, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* work_size, int* iwork, const int* iwork_size, int* info);
void sgeqrf_(const int* m, const int* n, float* a, const int* lda, float* tau, float* work,
             const int* work_size, int* info);
void sorgqr_(const int* m, const int* n, const int* k, float* a, const int* lda, const float* tau,
             float* work, const int* work_size, int* info);
}
#else
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#endif

#include "tkl/error.hpp"

namespace tkl::linalg {

#ifdef TKL_USE_BLAS

namespace {

/// Holds OpenBLAS to one thread while any call of ours runs, and gives the host program its own
/// setting back afterwards.
///
/// A fork waits until no call runs: threads that are inside of one do not live on in the child, and
/// locks that they hold, ours or OpenBLAS's own, would never open there. So no call may contain
/// another.
class SerialBlas {
 public:
  SerialBlas() {
    const std::lock_guard entering(entrance);
    const std::lock_guard lock(mutex);
    if (users++ == 0) {
      saved = openblas_get_num_threads();
      if (saved != 1) openblas_set_num_threads(1);
    }
  }
  ~SerialBlas() {
    const std::lock_guard lock(mutex);
    if (--users == 0 && saved != 1) openblas_set_num_threads(saved);
  }
  SerialBlas(const SerialBlas&) = delete;
  SerialBlas& operator=(const SerialBlas&) = delete;
  SerialBlas(SerialBlas&&) = delete;
  SerialBlas& operator=(SerialBlas&&) = delete;

 private:
  static void before_fork() {
    entrance.lock();
    mutex.lock();
    while (users > 0) {
      mutex.unlock();
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      mutex.lock();
    }
  }
  static void after_fork() {
    mutex.unlock();
    entrance.unlock();
  }

  static inline std::mutex entrance;
  static inline std::mutex mutex;
  static inline int users = 0;
  static inline int saved = 1;
  static inline const int handlers = pthread_atfork(&before_fork, &after_fork, &after_fork);
};

CBLAS_TRANSPOSE flag(Transpose transpose) {
  return transpose == Transpose::yes ? CblasTrans : CblasNoTrans;
}

/// BLAS wants at least 1, even of an empty matrix.
int leading_dimension(Index stride) { return static_cast<int>(std::max<Index>(1, stride)); }

void solve_triangular(const ConstBlock& l, CBLAS_TRANSPOSE transpose, Block b) {
  const SerialBlas serial;
  if (b.cols() == 1) {  // several times as fast for one vector
    cblas_dtrsv(CblasColMajor, CblasLower, transpose, CblasNonUnit, static_cast<int>(b.rows()),
                l.data(), leading_dimension(l.outerStride()), b.data(), 1);
    return;
  }
  cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, transpose, CblasNonUnit,
              static_cast<int>(b.rows()), static_cast<int>(b.cols()), 1.0, l.data(),
              leading_dimension(l.outerStride()), b.data(), leading_dimension(b.outerStride()));
}

void solve_triangular(const ConstSingleBlock& l, CBLAS_TRANSPOSE transpose, SingleBlock b) {
  const SerialBlas serial;
  if (b.cols() == 1) {
    cblas_strsv(CblasColMajor, CblasLower, transpose, CblasNonUnit, static_cast<int>(b.rows()),
                l.data(), leading_dimension(l.outerStride()), b.data(), 1);
    return;
  }
  cblas_strsm(CblasColMajor, CblasLeft, CblasLower, transpose, CblasNonUnit,
              static_cast<int>(b.rows()), static_cast<int>(b.cols()), 1.0F, l.data(),
              leading_dimension(l.outerStride()), b.data(), leading_dimension(b.outerStride()));
}

template <class Block, class Factorise>
bool factorise(Block& a, Factorise potrf) {
  const SerialBlas serial;
  const char lower = 'L';
  const int size = static_cast<int>(a.rows());
  const int stride = leading_dimension(a.outerStride());
  int info = 0;
  potrf(&lower, &size, a.data(), &stride, &info);
  return info == 0;
}

}  // namespace

void gemm(double alpha, const ConstBlock& a, Transpose transpose_a, const ConstBlock& b,
          Transpose transpose_b, double beta, Block c) {
  const SerialBlas serial;
  const Index inner = transpose_a == Transpose::yes ? a.rows() : a.cols();
  if (c.cols() == 1 && transpose_b == Transpose::no && inner > 0) {  // a vector has its own way
    cblas_dgemv(CblasColMajor, flag(transpose_a), static_cast<int>(a.rows()),
                static_cast<int>(a.cols()), alpha, a.data(), leading_dimension(a.outerStride()),
                b.data(), 1, beta, c.data(), 1);
    return;
  }
  cblas_dgemm(CblasColMajor, flag(transpose_a), flag(transpose_b), static_cast<int>(c.rows()),
              static_cast<int>(c.cols()), static_cast<int>(inner), alpha, a.data(),
              leading_dimension(a.outerStride()), b.data(), leading_dimension(b.outerStride()),
              beta, c.data(), leading_dimension(c.outerStride()));
}

void gemm(float alpha, const ConstSingleBlock& a, Transpose transpose_a, const ConstSingleBlock& b,
          Transpose transpose_b, float beta, SingleBlock c) {
  const SerialBlas serial;
  const Index inner = transpose_a == Transpose::yes ? a.rows() : a.cols();
  if (c.cols() == 1 && transpose_b == Transpose::no && inner > 0) {  // a vector has its own way
    cblas_sgemv(CblasColMajor, flag(transpose_a), static_cast<int>(a.rows()),
                static_cast<int>(a.cols()), alpha, a.data(), leading_dimension(a.outerStride()),
                b.data(), 1, beta, c.data(), 1);
    return;
  }
  cblas_sgemm(CblasColMajor, flag(transpose_a), flag(transpose_b), static_cast<int>(c.rows()),
              static_cast<int>(c.cols()), static_cast<int>(inner), alpha, a.data(),
              leading_dimension(a.outerStride()), b.data(), leading_dimension(b.outerStride()),
              beta, c.data(), leading_dimension(c.outerStride()));
}

Vector eigen_symmetric(Matrix& a) {
  const SerialBlas serial;
  const int n = static_cast<int>(a.rows());
  if (n == 0) return {};
  const int leading = leading_dimension(a.outerStride());
  Vector values(n);
  int info = 0;
  double work_size = 0.0;
  int iwork_size = 0;
  constexpr int ask = -1;
  dsyevd_("V", "L", &n, a.data(), &leading, values.data(), &work_size, &ask, &iwork_size, &ask,
          &info);
  const int length = static_cast<int>(work_size);
  Vector work(length);
  std::vector<int> iwork(static_cast<std::size_t>(iwork_size));
  dsyevd_("V", "L", &n, a.data(), &leading, values.data(), work.data(), &length, iwork.data(),
          &iwork_size, &info);
  if (info != 0)
    throw Error("the eigenvalues of a matrix of size " + std::to_string(n) +
                " could not be computed");
  return values;
}

bool cholesky(Block a) { return factorise(a, dpotrf_); }
bool cholesky(SingleBlock a) { return factorise(a, spotrf_); }

void invert_product(Matrix& l) {
  const SerialBlas serial;
  const int n = static_cast<int>(l.rows());
  const int leading = leading_dimension(l.outerStride());
  int info = 0;
  dpotri_("L", &n, l.data(), &leading, &info);
  l.triangularView<Eigen::StrictlyUpper>() = l.transpose();
}

void subtract_square(const ConstBlock& b, Block a) {
  const SerialBlas serial;
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, static_cast<int>(a.rows()),
              static_cast<int>(b.cols()), -1.0, b.data(), leading_dimension(b.outerStride()), 1.0,
              a.data(), leading_dimension(a.outerStride()));
}
void subtract_square(const ConstSingleBlock& b, SingleBlock a) {
  const SerialBlas serial;
  cblas_ssyrk(CblasColMajor, CblasLower, CblasNoTrans, static_cast<int>(a.rows()),
              static_cast<int>(b.cols()), -1.0F, b.data(), leading_dimension(b.outerStride()), 1.0F,
              a.data(), leading_dimension(a.outerStride()));
}

void divide_by_transposed(const ConstBlock& l, Block b) {
  const SerialBlas serial;
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
              static_cast<int>(b.rows()), static_cast<int>(b.cols()), 1.0, l.data(),
              leading_dimension(l.outerStride()), b.data(), leading_dimension(b.outerStride()));
}
void divide_by_transposed(const ConstSingleBlock& l, SingleBlock b) {
  const SerialBlas serial;
  cblas_strsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
              static_cast<int>(b.rows()), static_cast<int>(b.cols()), 1.0F, l.data(),
              leading_dimension(l.outerStride()), b.data(), leading_dimension(b.outerStride()));
}

void solve_lower(const ConstBlock& l, Block b) { solve_triangular(l, CblasNoTrans, b); }

void solve_lower_transposed(const ConstBlock& l, Block b) { solve_triangular(l, CblasTrans, b); }

void solve_lower(const ConstSingleBlock& l, SingleBlock b) { solve_triangular(l, CblasNoTrans, b); }
void solve_lower_transposed(const ConstSingleBlock& l, SingleBlock b) {
  solve_triangular(l, CblasTrans, b);
}

void orthonormalise(Eigen::MatrixXf& a) {
  if (a.cols() == 0) return;
  const SerialBlas serial;
  const int rows = static_cast<int>(a.rows());
  const int columns = static_cast<int>(a.cols());
  const int leading = leading_dimension(a.outerStride());
  constexpr int block = 64;
  const int length = block * columns;
  Eigen::VectorXf scales(columns);
  Eigen::VectorXf work(length);
  int info = 0;
  sgeqrf_(&rows, &columns, a.data(), &leading, scales.data(), work.data(), &length, &info);
  sorgqr_(&rows, &columns, &columns, a.data(), &leading, scales.data(), work.data(), &length,
          &info);
}

#else

namespace {

template <class AnyConst, class AnyBlock, class Scalar>
void multiply(Scalar alpha, const AnyConst& a, Transpose transpose_a, const AnyConst& b,
              Transpose transpose_b, Scalar beta, AnyBlock& c) {
  if (beta == Scalar{0}) {
    c.setZero();
  } else if (beta != Scalar{1}) {
    c *= beta;
  }
  if (transpose_a == Transpose::no && transpose_b == Transpose::no) {
    c.noalias() += alpha * a * b;
  } else if (transpose_a == Transpose::yes && transpose_b == Transpose::no) {
    c.noalias() += alpha * a.transpose() * b;
  } else if (transpose_a == Transpose::no) {
    c.noalias() += alpha * a * b.transpose();
  } else {
    c.noalias() += alpha * a.transpose() * b.transpose();
  }
}

template <class Block>
bool factorise(Block& a) {
  using Plain = Eigen::Matrix<typename Block::Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  const Eigen::LLT<Eigen::Ref<Plain, 0, Eigen::OuterStride<>>, Eigen::Lower> factor(a);
  return factor.info() == Eigen::Success;
}

}  // namespace

void gemm(double alpha, const ConstBlock& a, Transpose transpose_a, const ConstBlock& b,
          Transpose transpose_b, double beta, Block c) {
  multiply(alpha, a, transpose_a, b, transpose_b, beta, c);
}
void gemm(float alpha, const ConstSingleBlock& a, Transpose transpose_a, const ConstSingleBlock& b,
          Transpose transpose_b, float beta, SingleBlock c) {
  multiply(alpha, a, transpose_a, b, transpose_b, beta, c);
}

Vector eigen_symmetric(Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(a);
  a = solver.eigenvectors();
  return solver.eigenvalues();
}

bool cholesky(Block a) { return factorise(a); }
bool cholesky(SingleBlock a) { return factorise(a); }

void invert_product(Matrix& l) {
  Matrix inverse = Matrix::Identity(l.rows(), l.cols());
  solve_lower(l, inverse);
  solve_lower_transposed(l, inverse);
  l = inverse;
}

void subtract_square(const ConstBlock& b, Block a) {
  a.selfadjointView<Eigen::Lower>().rankUpdate(b, -1.0);
}
void subtract_square(const ConstSingleBlock& b, SingleBlock a) {
  a.selfadjointView<Eigen::Lower>().rankUpdate(b, -1.0F);
}

void divide_by_transposed(const ConstBlock& l, Block b) {
  l.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(b);
}
void divide_by_transposed(const ConstSingleBlock& l, SingleBlock b) {
  l.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(b);
}

void solve_lower(const ConstBlock& l, Block b) { l.triangularView<Eigen::Lower>().solveInPlace(b); }

void solve_lower_transposed(const ConstBlock& l, Block b) {
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

void solve_lower(const ConstSingleBlock& l, SingleBlock b) {
  l.triangularView<Eigen::Lower>().solveInPlace(b);
}

void solve_lower_transposed(const ConstSingleBlock& l, SingleBlock b) {
  l.triangularView<Eigen::Lower>().transpose().solveInPlace(b);
}

void orthonormalise(Eigen::MatrixXf& a) {
  const Eigen::HouseholderQR<Eigen::MatrixXf> factors(a);
  a.setIdentity();
  a.applyOnTheLeft(factors.householderQ());
}

#endif

}  // namespace tkl::linalg
