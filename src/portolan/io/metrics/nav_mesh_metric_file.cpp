#include "portolan/io/metrics/nav_mesh_metric_file.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <optional>

#include "portolan/core/narrow.h"
#include "portolan/io/file.h"
#include "portolan/io/text/json_text.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxNavMeshMetricBytes = std::uint64_t{1} << 20;
constexpr const char* kCosts =
    " must be a number from 0.001 to 10000, or \"blocked\", null or 0 where the agent may not go";

/// The cost of a metre; nothing where the value is none.
std::optional<float> cost_of(const Json& value) {
  if (value.is_null() || value == "blocked") return NavMeshMetric::kBlocked;
  if (!value.is_number()) return std::nullopt;
  const double cost = value.get<double>();
  if (cost == 0.0) return NavMeshMetric::kBlocked;
  if (!(cost >= 0.001 && cost <= 10000.0)) return std::nullopt;
  return std::clamp(static_cast<float>(cost), NavMeshMetric::kLeast, NavMeshMetric::kMost);
}

/// Reads the keys one by one; `problem` stays empty, or says what is wrong with the first bad one.
class MetricReader {
 public:
  explicit MetricReader(std::span<const std::string> area_names) : area_names_(area_names) {}

  std::string read(const Json& file, NavMeshMetric& metric) {
    if (!file.is_object()) return "is not a JSON object; write {\"areas\": {\"road\": 1}, ...}";
    for (const auto& [key, value] : file.items()) {
      std::string problem = read_key(key, value, metric);
      if (!problem.empty()) return problem;
    }
    for (std::uint32_t area = 0; area < kAreaCount; ++area) {
      if (!named_[area]) metric.cost[area] = others_;
    }
    return {};
  }

 private:
  std::string read_key(const std::string& key, const Json& value, NavMeshMetric& metric) {
    if (key == "areas") return read_areas(value, metric);
    if (key == "include_flags") return read_flags(key, value, metric.include_flags);
    if (key == "exclude_flags") return read_flags(key, value, metric.exclude_flags);
    if (key == "others") {
      const auto cost = cost_of(value);
      others_ = cost.value_or(1.0f);
      return cost ? std::string() : std::string("the value of 'others'").append(kCosts);
    }
    if (key == "name") {
      const auto* name = value.get_ptr<const std::string*>();
      if (name == nullptr || name->empty()) return "the value of 'name' must be a text";
      metric.name = *name;
      return {};
    }
    return std::string("the key ")
        .append(excerpt(key))
        .append(
            " is unknown; the keys are 'name', 'areas', 'others', 'include_flags' and "
            "'exclude_flags'");
  }

  std::string read_areas(const Json& areas, NavMeshMetric& metric) {
    if (!areas.is_object())
      return "the value of 'areas' must be an object of costs by area, such as {\"road\": 1}";
    for (const auto& [key, value] : areas.items()) {
      const auto area = find_area(key);
      if (!area) return unknown_area(key);
      if (named_[*area]) {
        return std::string("area ")
                   .append(std::to_string(*area))
                   .append(" is named twice in 'areas', the second time as ") +
               excerpt(key);
      }
      named_[*area] = true;
      const auto cost = cost_of(value);
      if (!cost) {
        return std::string("the cost of ")
            .append(excerpt(key))
            .append(" in 'areas'")
            .append(kCosts);
      }
      metric.cost[*area] = *cost;
    }
    return {};
  }

  std::optional<std::uint32_t> find_area(const std::string& key) const {
    const auto names = area_names_.first(std::min<std::size_t>(area_names_.size(), kAreaCount));
    const auto at = std::find(names.begin(), names.end(), key);
    if (at != names.end() && !key.empty()) return narrow<std::uint32_t>(at - names.begin());
    const auto number = parse_number<std::uint32_t>(key);
    return number && *number < kAreaCount ? number : std::nullopt;
  }

  std::string unknown_area(const std::string& key) const {
    std::string text = std::string("the mesh has no area ").append(excerpt(key)).append("; ");
    std::string known;
    for (const std::string& name : area_names_) {
      if (!name.empty()) known.append(known.empty() ? "" : ", ").append(excerpt(name));
    }
    if (!known.empty()) text.append("its areas are ").append(known).append("; ");
    return text.append("give one of its names, or a number from 0 to 63");
  }

  static std::string read_flags(const std::string& key, const Json& value, std::uint16_t& flags) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 0xFFFF) {
      return std::string("the value of '")
          .append(key)
          .append("' must be a whole number from 0 to 65535");
    }
    flags = value.get<std::uint16_t>();
    return {};
  }

  std::span<const std::string> area_names_;
  std::bitset<kAreaCount> named_;
  float others_ = 1.0f;
};

}  // namespace

Result<NavMeshMetric> parse_nav_mesh_metric(std::string_view text, std::string_view name,
                                            std::span<const std::string> area_names) {
  const auto json = parse_json(text, name);
  if (!json) return json.error();
  NavMeshMetric metric;
  const std::string stem = std::filesystem::path(name).stem().string();
  if (!stem.empty()) metric.name = stem;
  const std::string problem = MetricReader(area_names).read(*json, metric);
  if (!problem.empty()) return Error{std::string(name).append(": ").append(problem)};
  return metric;
}

Result<NavMeshMetric> load_nav_mesh_metric(const std::filesystem::path& path,
                                           std::span<const std::string> area_names) {
  const auto text = read_file(path, kMaxNavMeshMetricBytes);
  if (!text) return text.error();
  return parse_nav_mesh_metric(*text, path.string(), area_names);
}

}  // namespace portolan::detail
