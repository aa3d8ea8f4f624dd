#include "svm/sketch_preconditioner.hpp"

namespace tkl {

bool SketchPreconditioner::prepare(const std::vector<Index>& rows, double shift) {
  sketch_.reset();  // before there is another
  sketch_.emplace(K_, rows, shift, landmarks_);
  work_ += sketch_work(static_cast<double>(rows.size()), static_cast<double>(landmarks_));
  return sketch_->is_valid();
}

}  // namespace tkl
