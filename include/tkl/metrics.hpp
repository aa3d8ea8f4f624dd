#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

double mean_squared_error(const Vector& truth, const Vector& prediction);

/// The square of the correlation coefficient; NaN if either side is constant.
double squared_correlation(const Vector& truth, const Vector& prediction);

/// The same two for values that come one by one and are not kept, equal to rounding.
class RegressionMetrics {
 public:
  void add(double truth, double prediction);

  Index count() const { return count_; }
  double mean_squared_error() const;
  double squared_correlation() const;

 private:
  /// The mean and the sum of squared deviations from it.
  struct Spread {
    double first = 0.0;
    double mean = 0.0;
    double squares = 0.0;
    bool is_constant = true;
  };

  Index count_ = 0;
  double squared_errors_ = 0.0;
  Spread truth_;
  Spread prediction_;
  double covariance_ = 0.0;  // times the count
};

/// How many entries agree.
Index count_equal(const Vector& truth, const Vector& prediction);

}  // namespace tkl
