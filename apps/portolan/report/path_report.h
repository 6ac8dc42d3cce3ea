#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "report/json.h"
#include "world/world.h"

/// One path by several algorithms: what `path` and the viewer tell about it.
namespace portolan::detail::cli {

/// What one algorithm found.
struct FoundPath {
  Algorithm algorithm;
  std::unique_ptr<Solver> solver;
  Answer answer;
  QueryCounts counts;
  double microseconds;  ///< That this answer took, counting included.
};

/// Answers the first query of a set by each algorithm, and verifies every path.
std::vector<FoundPath> find_paths(const QuerySet& query, const std::vector<Algorithm>& algorithms);

/// What `path --json` prints: the ends, and under "algorithms" what each of them found.
Json paths_json(const std::string& world, const QuerySet& query, std::span<const FoundPath> paths);

}  // namespace portolan::detail::cli
