#include "model/fit_landmarks.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "data/scaled_rows.hpp"
#include "landmarks/choose_landmarks.hpp"
#include "landmarks/features.hpp"
#include "landmarks/restricted_svm.hpp"
#include "learn/stopwatch.hpp"
#include "model/fit_cells.hpp"
#include "model/landmark_checkpoint.hpp"
#include "model/landmark_plan.hpp"
#include "model/lessons.hpp"
#include "model/make_family.hpp"
#include "model/scale_features.hpp"
#include "model/shard.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"
#include "tkl/version.hpp"

namespace tkl {

namespace {

/// Rows that features are scaled by and landmarks chosen from.
constexpr double sample_rows = 20000.0;

Ranges ranges_of_team(const Shard& shard, const Team& team) {
  Ranges ranges = ranges_of(*shard.points);
  ranges.minimum *= -1.0;
  team.maximum(ranges.minimum.data(), ranges.minimum.size());
  team.maximum(ranges.maximum.data(), ranges.maximum.size());
  ranges.minimum *= -1.0;
  return ranges;
}

TargetScaler scale_target(const Shard& shard, const Team& team) {
  const Vector weights = weights_or_ones(shard.data);
  const double total = team.sum(weights.sum());
  const double mean = team.sum(weights.dot(shard.data.target)) / total;
  const Vector deviation = shard.data.target.array() - mean;
  const double square = team.sum(weights.dot(deviation.cwiseAbs2())) / total;
  return TargetScaler::from_values(mean, square > 0.0 ? std::sqrt(square) : 1.0);
}

/// P from some of the rows, each of which stands for many like it; by the first member for all.
struct LearnedKernel {
  Matrix P;
  LandmarkRecord record;
  PhaseSeconds seconds;
  int inner_solves = 0;
};

LearnedKernel learn_kernel(const Model& model, const Sample& sample, const FitOptions& options,
                           double all_rows, const Team& team) {
  const FeasibleSet& set = model.family->feasible_set();
  LearnedKernel learned;
  learned.P = set.start();
  if (set.is_point()) return learned;
  const Index rows = std::min(landmark_kernel_rows, sample.data.rows());
  learned.record.kernel_rows = rows;
  if (team.rank() == 0) {
    std::vector<Index> first(static_cast<std::size_t>(rows));
    std::iota(first.begin(), first.end(), Index{0});
    const Dataset few = select_rows(sample.data, first);
    FitOptions heavier = options;
    heavier.cost *= all_rows / static_cast<double>(rows);
    const Lessons lessons = make_lessons(few, heavier, model.target_scaler.transform(few.target));
    const SharedLearnResult result = learn_shared(
        *model.family, model.feature_scaler.transform(few.points), lessons.list, heavier.learn);
    learned.P = result.P;
    learned.record.kernel_gap = result.relative_gap();
    learned.seconds = result.seconds;
    learned.inner_solves = result.inner_solves;
  } else {
    learned.P.setZero();
  }
  team.sum(learned.P);
  learned.record.kernel_gap = team.sum(learned.record.kernel_gap);
  return learned;
}

/// Lessons with losses as they are for all rows, of which these may be only some.
Lessons lessons_of_shard(const Shard& shard, const FitOptions& options, const Vector& target,
                         const Team& team) {
  FitOptions linear = options;
  linear.loss = Loss::linear;
  Lessons lessons = make_lessons(shard.data, linear, target);
  if (options.loss != Loss::squared) return lessons;
  double range = 2.0;  // of +1 and -1
  if (shard.data.task == Task::regression) {
    Vector ends = Vector::Constant(2, -std::numeric_limits<double>::infinity());
    if (target.size() > 0) ends << target.maxCoeff(), -target.minCoeff();
    team.maximum(ends.data(), 2);
    range = ends.sum();
  }
  for (Lesson& lesson : lessons.list) lesson.problem = lesson.problem.squared(range);
  return lessons;
}

class LandmarkFit {
 public:
  template <class Data>
  LandmarkFit(const Data& own, const FitOptions& options, const Team& team)
      : options_(options),
        team_(team),
        shard_(make_shard(own, options.seed, team)),
        plan_(plan_landmarks(static_cast<Index>(shard_.rows), own.features(), options,
                             Data::residence)) {
    if (team.size() == 1) return;
    // The limit is that of each process, for its own rows.
    plan_.stores_features =
        plan_landmarks(shard_.points->count(), own.features(), options, Data::residence)
            .stores_features;
  }

  FitResult run() {
    prepare();
    const Sample sample = gather_sample(shard_, sample_rows, team_);
    Model& model = result_.model;
    model.feature_scaler = scale_features(ranges_of_team(shard_, team_), sample.data, options_);
    if (model.task == Task::regression && !options_.raw_target) {
      model.target_scaler = scale_target(shard_, team_);
    }
    const Matrix sample_x = model.feature_scaler.transform(sample.data.points);
    model.family = make_family(options_, sample_x, sample.data.weights);
    resume();
    const LearnedKernel kernel =
        known_kernel_or([&] { return learn_kernel(model, sample, options_, shard_.rows, team_); });
    result_.seconds = kernel.seconds;
    model.certificate.inner_solves = kernel.inner_solves;
    model.landmarks = kernel.record;

    const std::vector<Index> chosen = choose_landmarks(
        *model.family, kernel.P, sample_x, plan_.landmarks, options_.seed, options_.learn.threads);
    std::vector<Index> numbers;
    numbers.reserve(chosen.size());
    for (const Index row : chosen) {
      numbers.push_back(sample.number[static_cast<std::size_t>(row)]);
    }
    const LandmarkMap map(*model.family, kernel.P, sample_x(chosen, Eigen::all),
                          options_.learn.threads);
    if (!learn_in_cells(map, numbers)) {
      model.support = std::move(numbers);
      model.support_vectors = sample.data.points(chosen, Eigen::all);
      solve(map);
      put_in_order();
    }
    if (last_checkpoint_ > 0.0 || options_.resume) keep_checkpoint();
    return std::move(result_);
  }

 private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

  bool keeps_checkpoints() const { return !options_.checkpoint.empty(); }

  /// With cells a checkpoint has only P, which depends on neither landmarks nor cells.
  std::string how_many() const {
    if (plan_.cell_rows != 0) return " cells";
    return " landmarks " + std::to_string(plan_.landmarks);
  }

  /// What must be the same for a checkpoint to be of use. Nothing in it depends on who has which rows.
  std::string fingerprint() const {
    const Model& model = result_.model;
    std::string text = "rows " + std::to_string(model.training_rows);
    for (const double value : model.feature_scaler.minimum()) text += " " + format_number(value);
    for (const double value : model.feature_scaler.maximum()) text += " " + format_number(value);
    text += std::string(" ") + std::string(to_string(options_.family)) + " degree " +
            std::to_string(options_.degree) + " tau " + format_number(options_.tau) + " cost " +
            format_number(options_.cost) + " tube " + format_number(model.tube) + " " +
            std::string(to_string(options_.loss)) + how_many() + " seed " +
            std::to_string(options_.seed) + (options_.warp ? " warp " : " ") +
            std::string(to_string(options_.axes)) + " scales";
    for (const double value : {options_.bound, options_.width}) text += " " + format_number(value);
    for (const Vector& scales : {options_.bounds, options_.widths}) {
      for (const double value : scales) text += " " + format_number(value);
    }
    for (const Code& code : options_.codes) {
      text += " code " + std::to_string(code.feature);
      for (const double level : code.levels) text += " " + format_number(level);
    }
    return text;
  }

  void resume() {
    checkpoint_.fingerprint = fingerprint();
    if (!options_.resume || !std::filesystem::exists(options_.checkpoint)) return;
    LandmarkCheckpoint found = load_checkpoint(options_.checkpoint);
    if (found.fingerprint != checkpoint_.fingerprint) {
      throw Error(options_.checkpoint.string() +
                  ": this checkpoint is of other data or options; use the same again, or leave out "
                  "--resume to begin anew");
    }
    checkpoint_ = std::move(found);
  }

  template <class Learn>
  LearnedKernel known_kernel_or(const Learn& learn) {
    LearnedKernel kernel;
    if (checkpoint_.P.size() != 0) {
      kernel.P = checkpoint_.P;
      kernel.record = checkpoint_.record;
      return kernel;
    }
    kernel = learn();
    checkpoint_.P = kernel.P;
    checkpoint_.record = kernel.record;
    return kernel;
  }

  void keep_checkpoint() {
    if (!keeps_checkpoints() || team_.rank() != 0) return;
    save_checkpoint(checkpoint_, options_.checkpoint);
    last_checkpoint_ = elapsed();
  }

  void prepare() {
    Model& model = result_.model;
    const DatasetWithoutPoints& data = shard_.data;
    model.task = data.task;
    model.feature_names = data.feature_names;
    model.recipe = data.recipe.empty() ? recipe_of_numbers(data.feature_names) : data.recipe;
    model.target_name = data.target_name;
    model.classes = data.classes;
    model.training_rows = shard_.all_rows;
    model.cost = options_.cost;
    model.tube = data.task == Task::regression ? options_.tube : 0.0;
    model.loss = options_.loss;
    model.raw_target = options_.raw_target;
    model.raw_kernel = options_.raw_kernel;
    model.library_version = version;
    model.certificate.tolerance = options_.learn.tolerance;
    model.certificate.method = options_.learn.method;
  }

  void solve(const LandmarkMap& map) {
    Model& model = result_.model;
    const internal::ScaledRows x(model.feature_scaler, *shard_.points);
    std::unique_ptr<Features> features;
    {
      const Stopwatch stopwatch(result_.seconds.kernel);
      features = (plan_.stores_features ? store_features : compute_features)(
          map, x, options_.learn.threads);
    }
    const Lessons lessons = lessons_of_shard(
        shard_, options_, model.target_scaler.transform(shard_.data.target), team_);
    {
      const Stopwatch stopwatch(result_.seconds.svm);
      for (std::size_t k = 0; k < lessons.list.size(); ++k) {
        solve_lesson(lessons.list[k], lessons.sides[k], map, *features);
      }
    }
    result_.seconds.total = elapsed();
    ModelCertificate& certificate = model.certificate;
    model.landmarks->svm_gap = Bounds{0, certificate.upper, svm_lower_}.relative_gap();
  }

  /// Returns false if there are to be no cells, or cannot be any.
  bool learn_in_cells(const LandmarkMap& map, const std::vector<Index>& landmarks) {
    if (plan_.cell_rows == 0) return false;
    if (elapsed() - last_checkpoint_ >= options_.checkpoint_seconds) keep_checkpoint();
    std::optional<Model> model =
        fit_cells(result_.model,
                  {options_, plan_, shard_, map, landmarks, [this] { return must_stop(); },
                   [this] { return elapsed(); }},
                  result_.seconds);
    if (!model && options_.cells > 0) {
      throw Error("the rows cannot be divided into cells of " + std::to_string(plan_.cell_rows) +
                  ": to this kernel too many of them look alike; use larger cells or none, or a "
                  "larger width or bound");
    }
    if (!model) return false;
    result_.model = std::move(*model);
    result_.model.certificate.status = why(result_.model.certificate.status);
    for (Model& companion : result_.model.companions) {
      companion.certificate.status = why(companion.certificate.status);
    }
    result_.seconds.total = elapsed();
    return true;
  }

  bool must_stop() const {
    return (options_.learn.stop && options_.learn.stop()) || elapsed() > options_.learn.time_limit;
  }

  void solve_lesson(const Lesson& lesson, const Sides& sides, const LandmarkMap& map,
                    const Features& features) {
    ModelCertificate& certificate = result_.model.certificate;
    RestrictedOptions restricted;
    restricted.tolerance = options_.learn.tolerance;
    restricted.threads = options_.learn.threads;
    restricted.stop = [this] { return must_stop(); };
    if (options_.learn.on_progress) {
      restricted.on_progress = [&](double primal, double dual) {
        const Bounds bounds{static_cast<int>(certificate.history.size()),
                            certificate.upper + primal, svm_lower_ + dual};
        certificate.history.push_back(bounds);
        options_.learn.on_progress({bounds, map.size(), certificate.inner_solves, elapsed()});
      };
    }
    restricted.start = checkpoint_.state;
    if (keeps_checkpoints()) {
      restricted.on_step = [&](const RestrictedState& state) {
        if (elapsed() - last_checkpoint_ < options_.checkpoint_seconds) return;
        checkpoint_.state = state;
        keep_checkpoint();
      };
    }
    const std::size_t number = result_.model.machines.size();
    if (number >= checkpoint_.solved.size()) {
      checkpoint_.solved.push_back(
          solve_restricted(lesson.problem, features, lesson.rows, restricted, team_));
      checkpoint_.state.reset();
    }
    const RestrictedSolution& solution = checkpoint_.solved[number];
    Machine machine;
    machine.P = map.parameter();
    machine.weights = map.to_weights(solution.u);
    machine.intercept = solution.b;
    machine.negative = sides.negative;
    machine.positive = sides.positive;
    machine.support.resize(static_cast<std::size_t>(map.size()));
    std::iota(machine.support.begin(), machine.support.end(), Index{0});
    certificate.upper += solution.primal;
    svm_lower_ += solution.dual;
    certificate.lower += solution.dual - loss_by_kernel(machine, map);
    certificate.inner_solves += solution.steps;
    if (certificate.status == Status::converged) certificate.status = why(solution.status);
    result_.model.machines.push_back(std::move(machine));
  }

  /// By how much another P might lower the bound: D(c) over the landmarks says so to first order, and
  /// exactly where all rows are landmarks.
  double loss_by_kernel(const Machine& machine, const LandmarkMap& map) const {
    const FeasibleSet& set = map.family().feasible_set();
    if (set.is_point()) return 0.0;
    const Matrix D = map.family()
                         .sensitivity(machine.weights, map.landmarks(), options_.learn.threads)
                         ->adjoint(machine.weights);
    return 0.5 * std::max(0.0, set.maximise(D).value - inner_product(D, map.parameter()));
  }

  Status why(Status status) const {
    if (status != Status::interrupted) return status;
    return elapsed() > options_.learn.time_limit ? Status::time_limit : status;
  }

  /// Landmarks by their rows in the data.
  void put_in_order() {
    Model& model = result_.model;
    std::vector<Index> order(model.support.size());
    std::iota(order.begin(), order.end(), Index{0});
    const std::vector<Index> rows = model.support;
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
      return rows[static_cast<std::size_t>(a)] < rows[static_cast<std::size_t>(b)];
    });
    for (std::size_t k = 0; k < order.size(); ++k) {
      model.support[k] = rows[static_cast<std::size_t>(order[k])];
    }
    model.support_vectors = model.support_vectors(order, Eigen::all).eval();
    for (Machine& machine : model.machines) machine.weights = machine.weights(order).eval();
  }

  const FitOptions& options_;
  const Team& team_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Shard shard_;
  LandmarkPlan plan_;
  FitResult result_;
  double svm_lower_ = 0.0;
  LandmarkCheckpoint checkpoint_;
  double last_checkpoint_ = 0.0;
};

}  // namespace

void refuse_for_team(const FitOptions& options) {
  if (options.landmarks == 0) {
    throw Error("an exact fit is the work of one process; choose a number of landmarks, or auto");
  }
  if (options.cells > 0) {
    throw Error("a team of processes has no cells; leave them out, or use one process");
  }
}

FitResult fit_landmarks(const Dataset& own, const FitOptions& options, const Team& team) {
  return LandmarkFit(own, options, team).run();
}

FitResult fit_landmarks(const DatasetOnDisk& own, const FitOptions& options, const Team& team) {
  return LandmarkFit(own, options, team).run();
}

}  // namespace tkl
