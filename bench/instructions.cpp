// A fixed piece of work for scripts/check-instructions.sh: learn and predict, both tasks, one
// thread. The answers are printed so that none of it can be optimised away.
#include <cstdio>

#include "tkl/tkl.hpp"

namespace {

void learn_and_predict(const char* generator) {
  const tkl::Threads one(1);
  const tkl::Dataset train = tkl::generate(generator, {.rows = 200, .noise = 0.1, .seed = 1});
  const tkl::Dataset test = tkl::generate(generator, {.rows = 500, .noise = 0.1, .seed = 2});
  tkl::FitOptions options;
  options.learn.threads = one;
  const tkl::Model model = tkl::fit(train, options).model;
  std::printf("%s: gap %.1e, first prediction %.6f\n", generator, model.certificate.relative_gap(),
              model.decision_values(test.points, one)(0));
}

}  // namespace

int main() {
  learn_and_predict("friedman1");
  learn_and_predict("checkerboard");
  return 0;
}
