#pragma once

#include <string>
#include <vector>

#include "tkl/model.hpp"

namespace tkl::report {

/// What a picture of a model shows along its axis of values: the prediction, or for classes their
/// probability if it is known and else the decision value. Of many classes the first few.
struct Outputs {
  std::string quantity;            ///< "y", "probability of yes", "probability"
  std::vector<std::string> names;  ///< one a column: the target, or the classes
};

Outputs outputs_of(const Model& model);
Matrix output_values(const Model& model, const Matrix& points, const Threads& threads);

}  // namespace tkl::report
