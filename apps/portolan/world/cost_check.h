#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/json.h"
#include "world/world.h"

/// What the checks of all worlds share.
namespace portolan::detail::cli {

/// What came of checking one part: a map, an agent type, a terrain.
struct CheckedPart {
  std::string name;
  std::string title;  ///< What was asked of it, for people.
  std::uint64_t queries = 0;
  std::uint64_t no_path = 0;  ///< Of these, those without a path.
  /// How often something was wrong, by what; none where it was not checked.
  std::vector<std::pair<std::string, std::optional<std::uint64_t>>> faults;
  std::vector<std::string> examples;  ///< The first of each, in words.

  bool good() const;
  std::string text() const;
  Json json() const;
};

/// The costs of all queries, NaN without a path; every path is verified.
std::vector<double> find_costs(const QuerySet& queries, Algorithm algorithm);

/// How many costs are not the optima; the first of them becomes an example. `who`: "level 2 finds".
std::uint64_t count_wrong(const QuerySet& queries, const std::string& who,
                          const std::vector<double>& costs, const std::vector<double>& optima,
                          std::vector<std::string>& examples);

/// How many costs are below the optima, which nobody can be; the same.
std::uint64_t count_cheaper(const QuerySet& queries, const std::string& who,
                            const std::vector<double>& costs, const std::vector<double>& optima,
                            std::vector<std::string>& examples);

}  // namespace portolan::detail::cli
