// A canyon from 400 measured heights: learned by a tessellated kernel and by a Gaussian SVM, both
// tuned by the same five-fold cross-validation, both judged on the same 4000 other points.
// Writes canyon.svg, or the file named as the first argument.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "terrain_picture.hpp"
#include "tkl/tkl.hpp"

namespace {

struct Candidate {
  std::string name;
  tkl::FitOptions options;
};

std::vector<Candidate> tessellated_candidates() {
  std::vector<Candidate> candidates;
  for (const double bound : {0.05, 0.2, 1.0}) {
    for (const double cost : {1.0, 10.0, 100.0}) {
      for (const double tau : {1e-3, 1.0}) {
        candidates.push_back({"bound " + tkl::format_number(bound) + ", cost " +
                                  tkl::format_number(cost) + ", tau " + tkl::format_number(tau),
                              {.bound = bound, .tau = tau, .cost = cost}});
      }
    }
  }
  return candidates;
}

std::vector<Candidate> gaussian_candidates() {
  std::vector<Candidate> candidates;
  for (const double width : {0.02, 0.04, 0.06, 0.1, 0.2, 0.4}) {
    for (const double cost : {1.0, 10.0, 100.0}) {
      tkl::FitOptions options{.family = tkl::Family::kernels, .cost = cost};
      options.kernels = {{.kind = tkl::FixedKernel::Kind::gaussian, .width = width}};
      candidates.push_back(
          {"width " + tkl::format_number(width) + ", cost " + tkl::format_number(cost), options});
    }
  }
  return candidates;
}

/// The candidate with the smallest cross-validated error, fitted to all the data.
tkl::Model tune(const std::string& title, const tkl::Dataset& data,
                std::vector<Candidate> candidates) {
  const Candidate* best = nullptr;
  double best_error = 0.0;
  for (Candidate& candidate : candidates) {
    candidate.options.tube = 0.02;
    candidate.options.learn.tolerance = 1e-2;
    const auto folds = tkl::cross_validate(data, candidate.options, 5, 1);
    const double error = tkl::mean_squared_error(data.target, folds.prediction);
    if (best == nullptr || error < best_error) {
      best = &candidate;
      best_error = error;
    }
  }
  tkl::FitOptions options = best->options;
  options.learn.tolerance = 1e-4;
  const tkl::Model model = tkl::fit(data, options).model;
  std::printf("%-20s chosen of %2zu by cross-validation: %s; certified gap %.0e\n", title.c_str(),
              candidates.size(), best->name.c_str(), model.certificate.relative_gap());
  std::fflush(stdout);
  return model;
}

double root_mean_square_error(const tkl::Model& model, const tkl::Dataset& test) {
  return std::sqrt(tkl::mean_squared_error(test.target, model.predict(test.points)));
}

/// The model on the grid that the picture needs, with a border for the shading.
picture::Terrain surface(const tkl::Model& model) {
  constexpr int n = picture::pixels + 2;
  const auto coordinate = [](int i) { return (i - 0.5) / picture::pixels; };
  tkl::Matrix points(n * n, 2);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) points.row(i * n + j) << coordinate(j), coordinate(i);
  }
  return [values = model.predict(points)](double east, double north) {
    const auto index = [](double c) { return std::lround(c * picture::pixels + 0.5); };
    return values(index(north) * n + index(east));
  };
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string file = argc > 1 ? argv[1] : "canyon.svg";
    const tkl::Dataset train = tkl::generate("canyon", {.rows = 400, .seed = 1});
    const tkl::Dataset test = tkl::generate("canyon", {.rows = 4000, .seed = 2});
    const tkl::Model tessellated = tune("tessellated kernel", train, tessellated_candidates());
    const tkl::Model gaussian = tune("Gaussian SVM", train, gaussian_candidates());
    const double tessellated_error = root_mean_square_error(tessellated, test);
    const double gaussian_error = root_mean_square_error(gaussian, test);
    std::printf(
        "\nroot mean square error on %td other points, in metres (spread of heights %.0f)\n",
        test.rows(), std::sqrt((test.target.array() - test.target.mean()).square().mean()));
    std::printf("  tessellated kernel  %6.1f\n  Gaussian SVM        %6.1f\n", tessellated_error,
                gaussian_error);

    std::vector<picture::Point> points;
    for (tkl::Index i = 0; i < train.rows(); ++i) {
      points.push_back({train.points(i, 0), train.points(i, 1)});
    }
    const auto caption = [](double error) {
      return "error " + std::to_string(std::lround(error)) + " m";
    };
    tkl::write_file(
        file, picture::svg({{"canyon, 400 measured points", "", tkl::canyon_height},
                            {"learned: tessellated kernel", caption(tessellated_error),
                             surface(tessellated)},
                            {"learned: Gaussian SVM", caption(gaussian_error), surface(gaussian)}},
                           points, 700.0, 2350.0));
    std::printf("picture: %s\n", file.c_str());
    return 0;
  } catch (const tkl::Error& error) {
    std::fprintf(stderr, "canyon: %s\n", error.what());
    return 1;
  }
}
