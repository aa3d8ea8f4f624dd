#include "tkl/describe.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {

std::string printf_text(const char* format, double value) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string short_number(double value) {
  return std::isnan(value) ? "nan" : printf_text("%g", value);
}

namespace {

std::string describe_box(const Box& box) {
  constexpr Index most = 6;
  const auto side = [&](Index i) {
    return "[" + format_number(box.lower(i)) + ", " + format_number(box.upper(i)) + "]";
  };
  const Index n = box.lower.size();
  if ((box.lower.array() == box.lower(0)).all() && (box.upper.array() == box.upper(0)).all()) {
    return side(0) + " in every feature";
  }
  std::string text = side(0);
  for (Index i = 1; i < std::min(n, most); ++i) text += " x " + side(i);
  return n > most ? text + " x ..." : text;
}

std::string describe_tessellated(const TessellatedOptions& options) {
  return std::string(options.reflected ? "reflected" : "tessellated") + ", degree " +
         std::to_string(options.degree) + ", basis " +
         (options.basis == Basis::full ? "full" : "x") + ", box " + describe_box(options.box) +
         ", tau " + format_number(options.tau);
}

std::string describe_list(const KernelListOptions& options) {
  std::string text = "kernels ";
  for (std::size_t k = 0; k < options.kernels.size(); ++k) {
    text += (k == 0 ? "" : ",") + tkl::to_string(options.kernels[k]);
  }
  const Vector& stretch = options.feature_scale;
  if (stretch.maxCoeff() != stretch.minCoeff()) {
    text += ", coordinates stretched";
    constexpr Index most = 6;
    for (Index l = 0; l < std::min(most, stretch.size()); ++l)
      text += " " + short_number(stretch(l));
    if (stretch.size() > most) text += " ...";
  } else if (stretch(0) != 1.0) {
    text += ", coordinates stretched " + short_number(stretch(0));
  }
  return text + ", tau " + format_number(options.tau);
}

}  // namespace

std::string describe_family(const KernelFamily& family) {
  if (const auto* tessellated = dynamic_cast<const Tessellated*>(&family)) {
    return describe_tessellated(tessellated->options());
  }
  if (const auto* list = dynamic_cast<const KernelList*>(&family)) {
    return describe_list(list->options());
  }
  if (const auto* polynomial = dynamic_cast<const Polynomial*>(&family)) {
    return "polynomial, degree " + std::to_string(polynomial->options().degree) + ", tau " +
           format_number(polynomial->options().tau);
  }
  return "unknown";
}

std::string describe_settings(const SearchPoint& point) {
  if (point.is_constant()) {
    return std::string("a constant, the ") + (point.loss == Loss::squared ? "mean" : "median") +
           " of the targets: nothing that was tried is expected to predict better";
  }
  std::string text(tkl::to_string(point.family));
  if (!is_radial(point.family)) text += ", degree " + std::to_string(point.degree);
  if (has_scales(point.family)) {
    const std::string name = is_radial(point.family) ? "width" : "bound";
    const bool turned = point.axes == Axes::principal;
    text += point.per_feature ? ", a " + name + " for each " + (turned ? "axis" : "feature")
                              : ", " + name + " " + short_number(point.scale);
  }
  if (!is_radial(point.family)) text += ", tau " + short_number(point.tau);
  if (point.loss == Loss::squared) text += ", squared loss";
  if (point.warp) text += ", warped features";
  if (point.axes == Axes::principal) text += ", principal axes";
  for (const Index feature : point.codes) {
    text += ", levels of feature " + std::to_string(feature + 1);
  }
  text += ", cost " + short_number(point.cost);
  return point.tube > 0.0 ? text + ", tube " + short_number(point.tube) : text;
}

std::string describe_gap(double relative_gap) {
  if (!std::isfinite(relative_gap)) return "not certified: there is no lower bound yet";
  const double percent = 100.0 * relative_gap;
  return "certified: within " + printf_text(percent < 10.0 ? "%.2g" : "%.0f", percent) +
         "% of the global optimum";
}

std::string describe_certificate(const Model& model) {
  const double gap = model.certificate.relative_gap();
  if (!model.landmarks) return describe_gap(gap);
  const auto percent = [](double share) { return printf_text("%.2g", 100.0 * share) + "%"; };
  const LandmarkRecord& record = *model.landmarks;
  std::string text = std::string("certified: for its kernel") +
                     (model.cells ? ", landmarks and cells" : " and landmarks") + " within " +
                     percent(record.svm_gap) + " of the optimum on all rows";
  if (record.kernel_rows == 0) return text;
  text += "; kernel within " + percent(record.kernel_gap) + " on the " +
          std::to_string(record.kernel_rows) + " rows it was learned from";
  return model.cells ? text : text + ", and to first order " + percent(gap) + " on all";
}

std::string describe_support_vectors(const Model& model) {
  if (model.cells) {
    return std::to_string(model.support.size()) + " in " +
           std::to_string(model.cells->tree.cells()) + " cells, " +
           std::to_string(model.cells->landmarks.size()) + " of them landmarks for all";
  }
  if (model.landmarks) return std::to_string(model.support.size()) + " landmarks";
  if (model.machines.size() > 1) {
    return std::to_string(model.support.size()) + " in " + std::to_string(model.machines.size()) +
           " machines";
  }
  const Vector& weights = model.machines.front().weights;
  const Index all = weights.size();
  if (model.loss == Loss::squared) return std::to_string(all);  // there is no bound to be at
  const Index bounded = (weights.array().abs() >= model.cost).count();
  return std::to_string(all) + " (" + std::to_string(bounded) + " at the cost, " +
         std::to_string(all - bounded) + " free)";
}

int outer_iterations(const ModelCertificate& certificate) {
  return certificate.history.empty() ? 0 : certificate.history.back().iteration;
}

}  // namespace tkl
