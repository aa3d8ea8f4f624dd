#pragma once

#include <vector>

#include "model/lessons.hpp"
#include "tkl/model.hpp"
#include "tkl/rows.hpp"
#include "tkl/svm.hpp"

namespace tkl {

/// Puts a machine for each lesson into the model, with one list of support vectors for all of them:
/// the points with a weight in any, and those of the rows `also`.
void keep_machines(Model& model, const Rows& points, const Lessons& lessons,
                   const std::vector<Matrix>& P, const std::vector<SvmSolution>& svms,
                   const std::vector<Index>& also = {});

/// What was learned from some rows, `rows`, of the data: support vectors in the order of the data,
/// with their numbers there.
void put_in_order(Model& model, const std::vector<Index>& rows);

}  // namespace tkl
