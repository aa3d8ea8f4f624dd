#include <algorithm>
#include <cmath>

#include "report/names.hpp"
#include "report/sections.hpp"

namespace tkl::report {

namespace {

constexpr double seen_before = 0.99;  // of the support vectors among the rows: the training data

class Summary {
 public:
  Summary(const Context& context, const Json& report)
      : context_(context), model_(context.model), report_(report), quality_(report.at("quality")) {}

  Json json() {
    say("The task", task());
    say("The model", kernel());
    say("What to expect", expectation());
    say("On these data", on_data());
    say("How sure", sureness());
    say("What matters", drivers());
    say("Where it fails", failures());
    say("Beyond training", outside());
    say("The proof", proof());
    return {{"headline", headline()}, {"facts", facts()}, {"sentences", sentences_}};
  }

 private:
  void say(const char* topic, const std::string& text) {
    if (!text.empty()) sentences_.push_back({{"topic", topic}, {"text", text}});
  }

  bool is_regression() const { return model_.task == Task::regression; }
  bool has_truth() const { return quality_.at("rows_with_target") > 0; }
  bool is_training_data() const {
    return quality_.at("support_vectors_among_rows").get<double>() >= seen_before;
  }
  std::string rows_name() const {
    const std::string rows = count_of(quality_.at("rows_with_target").get<Index>(), "row");
    return context_.data.name.empty() ? "the " + rows + " given"
                                      : "the " + rows + " of " + context_.data.name;
  }

  std::string headline() const {
    return is_regression() ? "Predicting " + model_.target_name
                           : "Telling apart the classes of " + model_.target_name;
  }

  std::string task() const {
    const std::string from = " from " + count_of(std::ssize(model_.recipe), "column") +
                             ". It learned from " + count_of(model_.training_rows, "row") + ".";
    if (is_regression()) {
      return "The model predicts " + model_.target_name + ", a number," + from;
    }
    constexpr std::size_t most_named = 6;
    const std::size_t count = model_.classes.size();
    const std::string names =
        count > most_named ? std::to_string(count) + " classes" : listed(model_.classes);
    return "The model decides which class of " + model_.target_name + " a row belongs to (" +
           names + ")" + from;
  }

  std::string kernel() const {
    if (model_.search && model_.search->found_nothing()) {
      return "It answers the same for every row: of all that was tried nothing is expected to "
             "predict better.";
    }
    const auto members = members_of(model_);
    if (members.size() == 1) {
      return "It is a support vector machine with a " + kernel_name(model_) + "; " +
             std::to_string(model_.support.size()) + " of the " +
             std::to_string(model_.training_rows) + " rows became support vectors.";
    }
    std::vector<std::string> names;
    names.reserve(members.size());
    for (const Model* member : members) {
      names.push_back("a " + kernel_name(*member) + " (" + percent(member->share) + ")");
    }
    return "It is the mean of " + std::to_string(members.size()) +
           " support vector machines, each with its own kernel: " + listed(names) + ".";
  }

  /// "root mean square error of 1.06", "accuracy of 97.2%".
  static std::string metric_text(Metric metric, double value) {
    switch (metric) {
      case Metric::mse: return "typical error (root mean square) of " + in_words(std::sqrt(value));
      case Metric::mae: return "mean absolute error of " + in_words(value);
      case Metric::r2: return "share of explained variance of " + percent(value);
      case Metric::accuracy: return "share of right answers of " + percent(value);
      case Metric::balanced_accuracy: return "mean accuracy over the classes of " + percent(value);
      case Metric::log_loss: return "log loss of " + in_words(value);
      case Metric::auc: return "area under the ROC curve of " + in_words(value);
    }
    return {};
  }

  std::string expectation() const {
    if (!model_.search) return {};
    const SearchRecord& search = *model_.search;
    if (!std::isfinite(search.reached)) return {};
    std::string text = "On rows that were held out, it reached a " +
                       metric_text(search.metric, search.reached) + ".";
    if (!std::isfinite(search.expected)) return text;
    if (search.points.size() == 1 || search.found_nothing()) {
      text += " On new data of the same kind expect a ";
    } else {
      text += " It was chosen as the best of " + count_of(std::ssize(search.points), "setting") +
              ", which flatters it a little: on new data of the same kind expect a ";
    }
    return text + metric_text(search.metric, search.expected) + ".";
  }

  std::string on_data() const {
    if (!has_truth()) {
      return context_.data.points.rows() == 0
                 ? "No data were given, so nothing here is measured on them. Give a file with the "
                   "target to see errors."
                 : "The data do not tell the target, so no errors can be measured on them.";
    }
    std::string text = "On " + rows_name() + " ";
    if (is_regression()) {
      text += "its typical error (root mean square) is " +
              in_words(quality_.at("root_mean_square_error").get<double>());
      const Json& r2 = quality_.at("r2");
      text += r2.is_null() ? "."
                           : "; it explains " + percent(std::max(0.0, r2.get<double>())) +
                                 " of the target's variance.";
    } else {
      text += percent(quality_.at("accuracy").get<double>()) + " of its answers are right (" +
              std::to_string(quality_.at("correct").get<Index>()) + " of " +
              std::to_string(quality_.at("total").get<Index>()) + ").";
    }
    if (is_training_data()) {
      text += " It learned from these very rows, it seems, so new ones will go worse.";
    }
    return text;
  }

  std::string sureness() const {
    if (!is_regression()) {
      return model_.calibration
                 ? "Its probabilities were calibrated on held-out rows: of the cases it calls 80% "
                   "sure, about 80% should be right."
                 : "It has no probabilities: train with -b 1, or with a search, to have them.";
    }
    const Json& held_out = quality_.at("held_out");
    if (held_out.is_null()) {
      return "It has no intervals: train with -b 1, or with a search, to have them.";
    }
    if (held_out.at("radius").is_null()) {
      return "Too few rows were held out to say how far predictions can be off.";
    }
    const std::string share = percent(context_.options.coverage);
    std::string text = share + " of new values should lie within ±" +
                       in_words(held_out.at("radius").get<double>()) + " of the prediction";
    if (!quality_.contains("inside_interval")) return text + ".";
    return text + "; of these rows " + percent(quality_.at("inside_interval").get<double>()) +
           " do.";
  }

  std::string drivers() const {
    if (!context_.explanation) return {};
    constexpr std::size_t most_named = 3;
    constexpr double little = 0.01;
    const std::vector<ColumnImportance>& columns = context_.explanation->columns;
    std::vector<std::string> names;
    std::size_t minor = 0;
    for (const std::size_t k : context_.by_importance) {
      if (columns[k].total < little) {
        ++minor;
      } else if (names.size() < most_named) {
        names.push_back(columns[k].name + " (" + percent(columns[k].total) + ")");
      }
    }
    if (names.empty()) return "No column matters: the prediction is nearly the same for all rows.";
    std::string text = "Most of the prediction's variation comes from " + listed(names) + ".";
    if (minor > 0) {
      text += " " + count_of(static_cast<Index>(minor), "column") +
              (minor == 1 ? " hardly matters" : " hardly matter") + " (less than 1% each).";
    }
    return text;
  }

  std::string failures() const {
    if (!has_truth() || !quality_.contains("weak_spots")) return {};
    const Json& spots = quality_.at("weak_spots");
    if (spots.empty()) {
      return "Along no single column are errors much larger in one part than elsewhere.";
    }
    const Json& spot = spots.front();
    const double times = spot.at("times").get<double>();
    const std::string where = spot.at("where").get<std::string>();
    return is_regression()
               ? "Errors are largest where " + where + ": there the typical error is " +
                     in_words(std::sqrt(times)) + " times that of all rows."
               : "Errors are most frequent where " + where + ": there " +
                     percent(spot.at("loss").get<double>()) + " of the answers are wrong, " +
                     in_words(times) + " times as many as overall.";
  }

  std::string outside() const {
    const Json& data = report_.at("data");
    const auto outside = data.at("rows_outside").get<Index>();
    const auto rows = data.at("rows").get<Index>();
    if (rows == 0) return {};
    if (outside == 0) return "All rows lie within the ranges that training saw.";
    return std::to_string(outside) + " of " + count_of(rows, "row") +
           (outside == 1 ? " lies" : " lie") +
           " outside of the ranges that training saw: there the model extrapolates, and "
           "nothing measured elsewhere vouches for it.";
  }

  /// Of the model and its companions.
  double worst_gap() const {
    double worst = 0.0;
    for (const Model* member : members_of(model_)) {
      worst = std::max(worst, member->certificate.relative_gap());
    }
    return worst;
  }

  std::string proof() const {
    const double worst = worst_gap();
    const auto members = members_of(model_);
    const bool learned = std::any_of(members.begin(), members.end(), [](const Model* member) {
      return has_learned_kernel(*member);
    });
    if (!std::isfinite(worst)) {
      return "There is no certificate: learning stopped before it had a lower bound.";
    }
    const std::string within = gap_in_words(worst);
    return learned ? "No other kernel of its family could lower the training objective by more "
                     "than " +
                         within + ": that is proven, not hoped for."
                   : "The machine is within " + within +
                         " of the best possible for its kernel: that is proven, not hoped for.";
  }

  static void add(Json& facts, const std::string& label, const std::string& value,
                  const std::string& note) {
    facts.push_back({{"label", label}, {"value", value}, {"note", note}});
  }

  void add_quality_facts(Json& facts) const {
    const std::string where = is_training_data() ? "on rows it learned from" : "on the data given";
    if (is_regression()) {
      if (!quality_.at("r2").is_null()) {
        add(facts, "Explained", percent(quality_.at("r2").get<double>()),
            "of the variance, " + where);
      }
      add(facts, "Typical error", in_words(quality_.at("root_mean_square_error").get<double>()),
          "root mean square, " + where);
    } else {
      add(facts, "Right answers", percent(quality_.at("accuracy").get<double>()), where);
    }
  }

  Json facts() const {
    Json facts = Json::array();
    if (has_truth()) add_quality_facts(facts);
    if (model_.search && std::isfinite(model_.search->expected)) {
      const bool squared = model_.search->metric == Metric::mse;
      const double value = model_.search->expected;
      const bool is_share = model_.search->metric == Metric::accuracy;
      add(facts, "To expect",
          is_share ? percent(value) : in_words(squared ? std::sqrt(value) : value),
          (squared    ? "root mean square error"
           : is_share ? "right answers"
                      : std::string(to_string(model_.search->metric))) +
              " on new data");
    }
    if (is_regression() && !quality_.at("held_out").is_null() &&
        !quality_.at("held_out").at("radius").is_null()) {
      add(facts, percent(context_.options.coverage) + " interval",
          "± " + in_words(quality_.at("held_out").at("radius").get<double>()),
          "around a prediction");
    }
    const double gap = worst_gap();
    add(facts, "Certified", std::isfinite(gap) ? "≤ " + gap_in_words(gap) : "no",
        std::isfinite(gap) ? "from the global optimum" : "no lower bound");
    add(facts, "Support vectors", std::to_string(model_.support.size()),
        "of " + count_of(model_.training_rows, "row"));
    return facts;
  }

  const Context& context_;
  const Model& model_;
  const Json& report_;
  const Json& quality_;
  Json sentences_ = Json::array();
};

}  // namespace

Json summary_section(const Context& context, const Json& report) {
  return Summary(context, report).json();
}

}  // namespace tkl::report
