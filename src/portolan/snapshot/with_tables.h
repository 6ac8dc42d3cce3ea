#pragma once

#include <utility>

#include "portolan/partition/dissection.h"
#include "portolan/snapshot/snapshot.h"
#include "portolan/tables/build_tables.h"

namespace portolan::detail {

template <class Kind, TableWorld W>
Result<Kind> Snapshot<Kind, W>::with_tables(const TableOptions& options,
                                            const ParallelFor& parallel,
                                            const Progress& progress) const {
  const auto order = [](const GateGraph& graph) { return dissect(graph); };
  Kind next = static_cast<const Kind&>(*this);
  next.hierarchy_ = hierarchy_.laid_together();
  auto tables = build_tables(world_, next.hierarchy_, options, order, parallel, progress);
  if (!tables) return tables.error();
  next.tables_ = std::move(*tables);
  return next;
}

template <class Kind, TableWorld W>
Result<TableForecast> Snapshot<Kind, W>::forecast_tables() const {
  const auto order = [](const GateGraph& graph) { return dissect(graph); };
  return detail::forecast_tables(world_, hierarchy_, order);
}

template <class Kind, TableWorld W>
Kind Snapshot<Kind, W>::with(Tables tables) const {  // NOLINT: it is moved from
  Kind next = static_cast<const Kind&>(*this);
  next.tables_ = std::move(tables);
  return next;
}

}  // namespace portolan::detail
