#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "linalg/dense.hpp"

namespace tkl::linalg {
namespace {

Matrix product(const Matrix& a) {
  Matrix c(a.rows(), a.cols());
  gemm(1.0, a, Transpose::no, a, Transpose::no, 0.0, c);
  return c;
}

/// How a child of this process ends that computes one product.
int ending_of_a_child(const Matrix& a) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);  // a child that waits for ever is killed
    _exit(product(a)(0, 0) == 4.0 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

/// A thread that is inside of a call when the process forks is missing in the child.
TEST(Fork, InTheMiddleOfCalls) {
  const Matrix a = Matrix::Constant(4, 4, 1.0);
  const auto keep_calling = [&](const std::stop_token& stop) {
    while (!stop.stop_requested()) product(a);
  };
  const std::jthread one(keep_calling);
  const std::jthread other(keep_calling);
  for (int k = 0; k < 150; ++k) ASSERT_EQ(ending_of_a_child(a), 0) << "child " << k;
}

}  // namespace
}  // namespace tkl::linalg
