#pragma once

#include <string>

#include "tkl/model.hpp"

namespace tkl {

/// One number as printf writes it.
std::string printf_text(const char* format, double value);

/// Six significant digits, as LIBSVM prints results; "nan" for any NaN.
std::string short_number(double value);

/// "tessellated, degree 1, basis x, box [-0.5, 1.5] in every feature, tau 0.001"
std::string describe_family(const KernelFamily& family);

/// "certified: within 0.05% of the global optimum"
std::string describe_gap(double relative_gap);

/// The same of a model, which may be made of landmarks.
std::string describe_certificate(const Model& model);

/// "67 (12 at the cost, 55 free)"
std::string describe_support_vectors(const Model& model);

int outer_iterations(const ModelCertificate& certificate);

/// The settings of a point of the search, as options of tkl train would give them.
std::string describe_settings(const SearchPoint& point);

}  // namespace tkl
