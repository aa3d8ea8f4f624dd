#include "report/json.hpp"

#include <cstdlib>

#include "tkl/describe.hpp"
#include "tkl/table.hpp"

namespace tkl::report {

Json drawn(double value) {
  if (!std::isfinite(value)) return {};
  const auto rounded = parse_number(printf_text("%.5e", value));
  return rounded.value_or(value);
}

Json drawn(const Vector& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(drawn(value));
  return list;
}

Json drawn(const Matrix& values) {
  Json rows = Json::array();
  for (Index i = 0; i < values.rows(); ++i) rows.push_back(drawn(Vector(values.row(i))));
  return rows;
}

}  // namespace tkl::report
