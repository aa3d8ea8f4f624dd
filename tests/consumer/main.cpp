#include <iostream>

#include <tkl/generate.hpp>
#include <tkl/tessellated.hpp>
#include <tkl/version.hpp>

// Uses enough of the library that a dependency missing from the installed package fails to link.
int main() {
  const tkl::Dataset data = tkl::generate("canyon");
  const tkl::Tessellated family({.box = tkl::Box::around_unit_cube(data.features(), 0.5)});
  const tkl::Matrix K = family.gram(family.feasible_set().start(), data.points, tkl::Threads(2));
  const tkl::Matrix best = family.feasible_set().maximise(family.feasible_set().start()).P;
  std::cout << "tkl " << tkl::version << ": a " << K.rows() << " by " << K.cols()
            << " Gram matrix of trace " << K.trace() << '\n';
  const bool good = K == K.transpose() && K.trace() > 0 && best.size() > 0;
  return good ? 0 : 1;
}
