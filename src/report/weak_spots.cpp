#include <algorithm>
#include <numeric>

#include "report/names.hpp"
#include "report/sections.hpp"
#include "report/table_rows.hpp"

namespace tkl::report {

namespace {

constexpr Index parts = 5;
constexpr Index fewest_rows = 20;
constexpr double noticeable = 1.3;  // times the mean loss
constexpr std::size_t most_spots = 3;

struct Spot {
  std::string where;
  Index rows = 0;
  double loss = 0.0;  // mean
};

double mean_loss(const Vector& losses, const std::vector<Index>& positions) {
  return losses(positions).mean();
}

/// Fifths of a column of numbers, cut between values so that equal ones stay together.
std::vector<Spot> spots_of_number(const Context& context, std::size_t column,
                                  const Vector& losses) {
  const Vector values = context.data.points(context.known, context.columns[column].first);
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return values(a) < values(b); });
  std::vector<Spot> spots;
  std::size_t begin = 0;
  for (Index part = 1; part <= parts && begin < order.size(); ++part) {
    std::size_t end = order.size() * static_cast<std::size_t>(part) / parts;
    while (end > 0 && end < order.size() && values(order[end]) == values(order[end - 1])) ++end;
    if (end <= begin) continue;
    const std::string& name = context.column_name(column);
    const double from = values(order[begin]);
    const double to = values(order[end - 1]);
    std::string where = name + " is between " + in_words(from) + " and " + in_words(to);
    if (begin == 0) where = name + " is at most " + in_words(to);
    if (end == order.size()) where = name + " is at least " + in_words(from);
    const std::vector<Index> inside(order.begin() + static_cast<std::ptrdiff_t>(begin),
                                    order.begin() + static_cast<std::ptrdiff_t>(end));
    // The whole range is no place.
    if (inside.size() < order.size()) {
      spots.push_back({where, std::ssize(inside), mean_loss(losses, inside)});
    }
    begin = end;
  }
  return spots;
}

std::vector<Spot> spots_of_category(const Context& context, std::size_t column,
                                    const Vector& losses) {
  const std::vector<std::string>& levels = context.model.recipe[column].levels;
  std::vector<std::vector<Index>> rows(levels.size());
  for (std::size_t k = 0; k < context.known.size(); ++k) {
    const auto level = level_of(context, column, context.data.points, context.known[k]);
    const auto found = std::find(levels.begin(), levels.end(), level);
    if (found != levels.end()) {
      rows[static_cast<std::size_t>(found - levels.begin())].push_back(static_cast<Index>(k));
    }
  }
  std::vector<Spot> spots;
  for (std::size_t k = 0; k < levels.size(); ++k) {
    if (rows[k].empty() || rows[k].size() == context.known.size()) continue;
    const std::string where =
        context.column_name(column) + (levels[k].empty() ? " is missing" : " is " + levels[k]);
    spots.push_back({where, std::ssize(rows[k]), mean_loss(losses, rows[k])});
  }
  return spots;
}

}  // namespace

Json weak_spots(const Context& context, const Vector& losses) {
  Json list = Json::array();
  const double overall = losses.mean();
  if (!(overall > 0.0)) return list;
  std::vector<Spot> spots;
  for (std::size_t column = 0; column < context.columns.size(); ++column) {
    std::vector<Spot> more = context.model.recipe[column].is_categorical()
                                 ? spots_of_category(context, column, losses)
                                 : spots_of_number(context, column, losses);
    // One a column: its neighbours are seldom news.
    const auto worst = std::max_element(more.begin(), more.end(), [](const Spot& a, const Spot& b) {
      return (a.rows >= fewest_rows ? a.loss : 0.0) < (b.rows >= fewest_rows ? b.loss : 0.0);
    });
    if (worst != more.end()) spots.push_back(*worst);
  }
  std::stable_sort(spots.begin(), spots.end(),
                   [](const Spot& a, const Spot& b) { return a.loss > b.loss; });
  for (const Spot& spot : spots) {
    if (list.size() == most_spots) break;
    if (spot.rows < fewest_rows || spot.loss < noticeable * overall) continue;
    list.push_back({{"where", spot.where},
                    {"rows", spot.rows},
                    {"loss", spot.loss},
                    {"times", spot.loss / overall}});
  }
  return list;
}

}  // namespace tkl::report
