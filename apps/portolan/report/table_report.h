#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "portolan/tables/tables.h"
#include "report/json.h"

/// What `build` and `info` say about tables.
namespace portolan::detail::cli {

/// What was chosen and why, and what the parts take; lines of their own. `build_ms`: of all that
/// were built together.
std::string tables_text(const Tables& tables, double build_ms);
inline std::string tables_text(const Tables& tables) {
  return tables_text(tables, tables.build_ms());
}
/// The same for programs.
Json tables_json(const Tables& tables);

/// What more memory would buy, in bytes that it takes, about.
struct MoreMemory {
  std::uint64_t all = 0;              ///< All tables: queries are look-ups.
  std::optional<std::uint64_t> some;  ///< Some of them, where these are lacking too: slower ones.
};

/// Of a snapshot; nothing where its tables lack none, or none can be had.
template <class Snapshot>
std::optional<MoreMemory> find_more_memory(const Snapshot& snapshot) {
  if (!snapshot.tables().choice().short_of_memory) return std::nullopt;
  const auto forecast = snapshot.forecast_tables();
  if (!forecast) return std::nullopt;
  MoreMemory more{forecast->with_labels, std::nullopt};
  if (!snapshot.tables().complete() && forecast->with_shortcuts < forecast->with_labels)
    more.some = forecast->with_shortcuts;
  return more;
}

/// In one line, empty for nothing.
std::string more_memory_text(const std::optional<MoreMemory>& more);
/// The same for programs, null for nothing.
Json more_memory_json(const std::optional<MoreMemory>& more);

}  // namespace portolan::detail::cli
