#pragma once

#include <vector>

#include "tkl/fit.hpp"

namespace tkl {

/// The classes that a machine tells apart, see Machine.
struct Sides {
  Index negative = 0;
  Index positive = 1;
};

/// What the machines of a model are to learn, one lesson each.
struct Lessons {
  std::vector<Lesson> list;
  std::vector<Sides> sides;
};

/// `target` is that of the data, scaled.
Lessons make_lessons(const DatasetWithoutPoints& data, const FitOptions& options,
                     const Vector& target);

}  // namespace tkl
