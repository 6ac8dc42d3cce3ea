#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

inline SnapshotInfo make_snapshot_info(const Hierarchy& hierarchy, const Tables& tables,
                                       double build_ms) {
  SnapshotInfo info;
  info.levels = hierarchy.levels();
  info.cells = hierarchy.partition().cell_count(1);
  info.gates = hierarchy.level_size(1).gates;
  info.bytes = hierarchy.bytes() + tables.bytes();
  info.tables = tables.answer();
  info.table_bytes = tables.bytes();
  info.table_reason = tables.choice().reason;
  info.build_ms = build_ms;
  info.table_ms = tables.build_ms();
  return info;
}

}  // namespace portolan::detail
