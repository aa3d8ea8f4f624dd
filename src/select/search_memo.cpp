#include "select/search_memo.hpp"

#include <fstream>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "tkl/error.hpp"
#include "tkl/write_file.hpp"

namespace tkl {

using nlohmann::json;

void SearchMemo::resume(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return;
  std::stringstream text;
  text << stream.rdbuf();
  std::map<std::string, Vector> known;
  std::string fingerprint;
  try {
    const json object = json::parse(text.str());
    fingerprint = object.at("fingerprint").get<std::string>();
    for (const auto& [name, numbers] : object.at("known").items()) {
      const auto values = numbers.get<std::vector<double>>();
      known[name] = Eigen::Map<const Vector>(values.data(), std::ssize(values));
    }
  } catch (const std::exception& error) {
    throw Error(file.string() + ": this is no checkpoint of a search (" + error.what() +
                "); leave out --resume to begin anew");
  }
  if (fingerprint != fingerprint_) {
    throw Error(file.string() +
                ": this checkpoint is of other data or options; use the same again, or leave out "
                "--resume to begin anew");
  }
  known_ = std::move(known);
}

std::optional<Vector> SearchMemo::find(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(name);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SearchMemo::keep(const std::string& name, const Vector& numbers) {
  if (!numbers.allFinite()) return;
  const std::lock_guard lock(mutex_);
  known_[name] = numbers;
  if (has_passed_since(last_)) write();
}

void SearchMemo::save() {
  const std::lock_guard lock(mutex_);
  if (has_passed_since(begin_)) write();
}

bool SearchMemo::has_passed_since(Clock::time_point then) const {
  return !file_.empty() && std::chrono::duration<double>(Clock::now() - then).count() >= seconds_;
}

void SearchMemo::write() {
  json known = json::object();
  for (const auto& [name, numbers] : known_) {
    known[name] = std::vector<double>(numbers.begin(), numbers.end());
  }
  write_file(file_, json{{"fingerprint", fingerprint_}, {"known", known}}.dump());
  last_ = Clock::now();
}

}  // namespace tkl
