#pragma once

#include <string>
#include <vector>

#include "tkl/model.hpp"

namespace tkl::report {

/// "tessellated kernel of degree 1", "Gaussian kernel", "mixture of 4 kernels".
std::string kernel_name(const Model& model);

/// Of the functions whose products P weighs: "1, above" or "x3², below"; empty names for those
/// that have none a person would use.
std::vector<std::string> function_names(const Model& model);

/// "yes against no", or nothing if there is one machine only.
std::string machine_name(const Model& model, const Machine& machine);

/// "3 rows", "1 row".
std::string count_of(Index count, const std::string& noun);

/// "a, b and c".
std::string listed(const std::vector<std::string>& words);

/// Three significant digits, without exponent where people would write none.
std::string in_words(double value);

/// "12.3%".
std::string percent(double share);

/// A relative gap as a percentage that it certainly does not exceed: "0.12%", and never less than
/// "0.001%", which is nothing to anyone.
std::string gap_in_words(double gap);

/// Whether there was more to learn than the machine: a kernel, too.
bool has_learned_kernel(const Model& model);

}  // namespace tkl::report
