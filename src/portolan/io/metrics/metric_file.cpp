#include "portolan/io/metrics/metric_file.h"

#include <algorithm>
#include <array>
#include <optional>

#include "portolan/io/file.h"
#include "portolan/io/text/json_text.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxMetricBytes = std::uint64_t{1} << 20;

/// The rules by name, at the index of their value.
constexpr std::array<std::string_view, 4> kRuleNames{"both_free", "not_between_blocked", "always",
                                                     "never"};

/// A letter as a JSON key: the character of that number, in UTF-8.
std::string key_of(unsigned letter) {
  if (letter < 0x80) return {static_cast<char>(letter)};
  return {static_cast<char>(0xC0 | (letter >> 6)), static_cast<char>(0x80 | (letter & 0x3F))};
}

std::optional<unsigned> letter_of(std::string_view key) {
  if (key.size() != 1 && key.size() != 2) return std::nullopt;
  const auto first = static_cast<unsigned char>(key[0]);
  if (key.size() == 1) return first < 0x80 ? std::optional<unsigned>(first) : std::nullopt;
  const auto second = static_cast<unsigned char>(key[1]);
  if (first != 0xC2 && first != 0xC3) return std::nullopt;
  return (first & 0x03u) << 6 | (second & 0x3Fu);
}

/// A number from `low` to `high`; 0 for null and 0. Nothing for anything else.
std::optional<double> number_or_zero(const Json& value, double low, double high) {
  if (value.is_null()) return 0.0;
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (number == 0.0 || (number >= low && number <= high)) return number;
  return std::nullopt;
}

// The functions below read a value into the metric; they give an empty text, or what is wrong.

std::string read_terrain(const Json& terrain, GridMetric& metric) {
  if (!terrain.is_object()) {
    return "the value of 'terrain' must be an object of costs by letter, such as {\".\": 1}";
  }
  for (const auto& [key, value] : terrain.items()) {
    const auto letter = letter_of(key);
    if (!letter) return "the key " + excerpt(key) + " in 'terrain' must be a single letter";
    const auto cost = number_or_zero(value, 0.01, 1000.0);
    if (!cost) {
      return "the cost of " + excerpt(key) +
             " in 'terrain' must be a number from 0.01 to 1000, "
             "or 0 or null for blocked";
    }
    metric.cost[*letter] = *cost;
  }
  return {};
}

std::string read_rule(const Json& value, GridMetric& metric) {
  const auto* text = value.get_ptr<const std::string*>();
  const auto* rule =
      text == nullptr ? kRuleNames.end() : std::find(kRuleNames.begin(), kRuleNames.end(), *text);
  if (rule == kRuleNames.end()) {
    return "the value of 'diagonals' must be 'both_free', 'not_between_blocked', 'always' or "
           "'never'";
  }
  metric.diagonals = static_cast<DiagonalRule>(rule - kRuleNames.begin());
  return {};
}

std::string read_length(const Json& value, GridMetric& metric) {
  const auto length = number_or_zero(value, 0.5, 4.0);
  if (!length) {
    return "the value of 'diagonal_length' must be a number from 0.5 to 4, or 0 or null for the "
           "square root of 2";
  }
  metric.diagonal_length = *length;
  return {};
}

std::string read_metric(const Json& file, GridMetric& metric) {
  if (!file.is_object()) return "is not a JSON object; write {\"terrain\": {\".\": 1}, ...}";
  for (const auto& [key, value] : file.items()) {
    const std::string problem = key == "terrain"     ? read_terrain(value, metric)
                                : key == "diagonals" ? read_rule(value, metric)
                                : key == "diagonal_length"
                                    ? read_length(value, metric)
                                    : "the key " + excerpt(key) +
                                          " is unknown; the keys are "
                                          "'terrain', 'diagonals' and 'diagonal_length'";
    if (!problem.empty()) return problem;
  }
  return {};
}

}  // namespace

Result<GridMetric> parse_metric(std::string_view text, std::string_view name) {
  const auto json = parse_json(text, name);
  if (!json) return json.error();
  GridMetric metric;
  const std::string problem = read_metric(*json, metric);
  if (!problem.empty()) return Error{std::string(name) + ": " + problem};
  return metric;
}

Result<GridMetric> load_metric(const std::filesystem::path& path) {
  const auto text = read_file(path, kMaxMetricBytes);
  if (!text) return text.error();
  return parse_metric(*text, path.string());
}

std::string metric_to_json(const GridMetric& metric) {
  constexpr auto kDefaults = GridMetric::default_costs();
  Json terrain = Json::object();
  for (unsigned letter = 0; letter < 256; ++letter) {
    const double cost = metric.cost[letter];
    if (cost > 0.0) {
      terrain[key_of(letter)] = cost;
    } else if (kDefaults[letter] > 0.0) {
      terrain[key_of(letter)] = nullptr;
    }
  }
  Json file;
  file["terrain"] = std::move(terrain);
  file["diagonals"] = kRuleNames[static_cast<std::size_t>(metric.diagonals)];
  file["diagonal_length"] = metric.diagonal_length;
  return file.dump(2) + "\n";
}

}  // namespace portolan::detail
