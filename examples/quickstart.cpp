// Learns a kernel and its SVM from built-in data, and says how sure it is of the optimum.
#include <cstdio>

#include "tkl/tkl.hpp"

int main() {
  const tkl::Dataset train = tkl::generate("friedman1", {.rows = 400, .noise = 1.0, .seed = 1});
  const tkl::Dataset test = tkl::generate("friedman1", {.rows = 1000, .seed = 2});
  const tkl::Model model = tkl::select(train, {}).fit.model;
  std::printf("relative gap: %.1e\n", model.certificate.relative_gap());
  std::printf("mean squared error: %.3f\n",
              tkl::mean_squared_error(test.target, model.predict(test.points)));
  tkl::save_model(model, "friedman1.tkl");
  return 0;
}
