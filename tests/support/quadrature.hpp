#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace tkl::testing {

/// Nodes and weights of an integral over an interval.
struct Rule {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// Gauss and Legendre's rule on [-1, 1], exact for polynomials of degree 2·points - 1.
inline Rule gauss_legendre(int points) {
  Rule rule;
  for (int k = 0; k < points; ++k) {
    double t = std::cos(std::numbers::pi * (k + 0.75) / (points + 0.5));
    double slope = 0.0;
    for (int newton = 0; newton < 20; ++newton) {
      double value = t;
      double previous = 1.0;
      for (int degree = 2; degree <= points; ++degree) {
        const double next = ((2 * degree - 1) * t * value - (degree - 1) * previous) / degree;
        previous = value;
        value = next;
      }
      slope = points * (t * value - previous) / (t * t - 1.0);
      t -= value / slope;
    }
    rule.nodes.push_back(t);
    rule.weights.push_back(2.0 / ((1.0 - t * t) * slope * slope));
  }
  return rule;
}

/// The rule applied to every piece of [from, to] between the cuts, which are first moved into it.
inline Rule piecewise(const Rule& rule, double from, double to, std::vector<double> cuts) {
  for (double& cut : cuts) cut = std::clamp(cut, from, to);
  cuts.push_back(from);
  cuts.push_back(to);
  std::sort(cuts.begin(), cuts.end());
  Rule pieces;
  for (std::size_t piece = 0; piece + 1 < cuts.size(); ++piece) {
    const double half = 0.5 * (cuts[piece + 1] - cuts[piece]);
    if (half == 0.0) continue;
    for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
      pieces.nodes.push_back(cuts[piece] + half * (1.0 + rule.nodes[k]));
      pieces.weights.push_back(half * rule.weights[k]);
    }
  }
  return pieces;
}

}  // namespace tkl::testing
