#pragma once

#include <cstdint>
#include <string>

#include "failure.h"
#include "portolan/batch.h"
#include "portolan/tables/tables.h"
#include "report/progress_bar.h"

namespace portolan::detail::cli {

/// `auto`: see kDefaultTableBytes; `none`; or what they may take, in megabytes. The
/// argument's value in bytes, 0 for none.
std::uint64_t parse_tables(const std::string& text);

/// The same snapshot with tables of so many bytes at most, on several threads and with a progress
/// bar; with none, and nothing said about them, for 0.
template <class Snapshot>
Snapshot with_tables(Snapshot snapshot, std::uint64_t bytes) {
  if (bytes == 0) return snapshot;
  TableOptions options;
  options.max_bytes = bytes;
  ProgressBar bar("tables");
  Snapshot with = take(snapshot.with_tables(options, tbb_parallel(), bar.progress()));
  const auto& first = [&]() -> const auto& {
    if constexpr (requires { with.first(); }) {
      return with.first();  // of several sizes of units
    } else {
      return with;
    }
  }
  ();
  if (!first.tables().answer()) bar.finish("they do not all fit");
  return with;
}

}  // namespace portolan::detail::cli
