#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "table.h"
#include "terrain_study_growth.h"

/// Keeps growth rows in a CSV file: the largest ground takes many minutes, so a run without it
/// keeps what an earlier run with it has left.
namespace portolan::detail::bench {

inline constexpr std::array kGrowthColumns{
    "side",         "triangles",    "ground_s",     "ground_bytes", "merged_s",
    "merged_bytes", "guide_s",      "guide_bytes",  "hierarchy_s",  "hierarchy_bytes",
    "tables_s",     "tables_bytes", "pairs",        "astar_ms",     "merged_ms",
    "merged_ratio", "guided_ms",    "guided_ratio", "hierarchy_ms", "hierarchy_ratio",
    "tables_ms",    "tables_ratio", "peak_bytes"};

inline std::vector<double> growth_numbers(const GrowthRow& r) {
  std::vector<double> numbers{double(r.side), double(r.triangles)};
  for (const PartSize& p : {r.ground, r.merged, r.guide, r.hierarchy, r.tables}) {
    numbers.push_back(p.seconds);
    numbers.push_back(p.bytes);
  }
  numbers.push_back(double(r.pairs));
  numbers.push_back(r.astar_ms);
  for (const GrowthQuery& q : {r.by_merged, r.by_guide, r.by_hierarchy, r.by_tables}) {
    numbers.push_back(q.milliseconds);
    numbers.push_back(q.average);
  }
  numbers.push_back(r.peak_bytes);
  return numbers;
}

inline GrowthRow growth_row(const std::vector<double>& numbers) {
  GrowthRow r;
  auto next = numbers.begin();
  r.side = static_cast<std::uint32_t>(*next++);
  r.triangles = static_cast<std::uint32_t>(*next++);
  for (PartSize* p : {&r.ground, &r.merged, &r.guide, &r.hierarchy, &r.tables}) {
    p->seconds = *next++;
    p->bytes = *next++;
  }
  r.pairs = static_cast<std::size_t>(*next++);
  r.astar_ms = *next++;
  for (GrowthQuery* q : {&r.by_merged, &r.by_guide, &r.by_hierarchy, &r.by_tables}) {
    q->milliseconds = *next++;
    q->average = *next++;
    q->speedup = q->milliseconds == 0.0 ? 0.0 : r.astar_ms / q->milliseconds;
  }
  r.peak_bytes = *next;
  return r;
}

inline void save_growth(const std::filesystem::path& file, const std::vector<GrowthRow>& rows) {
  Table table{{kGrowthColumns.begin(), kGrowthColumns.end()}, {}};
  for (const GrowthRow& row : rows) {
    std::vector<std::string> fields;
    for (const double number : growth_numbers(row))
      fields.push_back(fmt::format("{:.10g}", number));
    table.add(std::move(fields));
  }
  write_text(file, table.csv());
}

/// Adds the rows of a file, if there is one, that are larger than those that there are.
inline void add_earlier_growth(const std::filesystem::path& file, std::vector<GrowthRow>& rows) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  const std::uint32_t largest = rows.empty() ? 0 : rows.back().side;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::vector<double> numbers;
    for (std::string field; std::getline(fields, field, ',');) numbers.push_back(std::stod(field));
    if (numbers.size() != kGrowthColumns.size()) continue;
    GrowthRow row = growth_row(numbers);
    row.earlier = true;
    if (row.side > largest) rows.push_back(row);
  }
}

}  // namespace portolan::detail::bench
