#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/grid/transitions.h"
#include "portolan/io/maps/movingai.h"

/// Holds A*, the hierarchy and tables against the optimal lengths of scenario files.
namespace portolan::detail::cli {

/// Length 0 between two different tiles is how scenario files say that there is no path.
inline bool has_no_path(const Scenario& s) { return s.optimal == 0.0 && s.start != s.goal; }

struct CheckSettings {
  std::vector<unsigned> levels{1, 2};  ///< Levels that the hierarchy searches at.
  TransitionPolicy transitions{TransitionKind::all};
  std::size_t sample = 0;         ///< Queries per map, spread over the file; 0 = all.
  std::uint64_t table_bytes = 0;  ///< What the tables of a map may take; 0: they are not checked.
};

struct CheckCounts {
  std::uint64_t queries = 0;
  std::uint64_t no_path = 0;          ///< Of them, those that the file says have no path.
  std::uint64_t wrong_astar = 0;      ///< A* does not give the file's length.
  std::uint64_t wrong_hierarchy = 0;  ///< Not A*'s cost, by ==; or below it where gates are few.
  std::uint64_t wrong_tables = 0;     ///< Not the hierarchy's cost, by ==.
  std::uint64_t without_tables = 0;   ///< Maps whose tables took too much.
  std::uint64_t invalid = 0;          ///< Paths with wrong ends, illegal moves or a wrong sum.
  std::vector<std::string> examples;  ///< The first few, in words.

  CheckCounts& operator+=(const CheckCounts& other);
};

/// A map and its scenarios.
struct CheckedMap {
  std::string map;
  std::string scenarios;
};

/// The maps with scenarios (NAME.map with NAME.map.scen beside it, or .SCEN) among these files
/// and in these folders and all below them, sorted. A file without its partner is an error.
std::vector<CheckedMap> find_checked_maps(const std::vector<std::string>& places);

/// Answers the scenarios of one map in every way.
CheckCounts check_map(const CheckedMap& files, const CheckSettings& settings);

}  // namespace portolan::detail::cli
