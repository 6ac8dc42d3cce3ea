#pragma once

#include <concepts>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// A world, its hierarchy and perhaps tables for it, at one moment.
template <class S, class W>
concept SnapshotOf = requires(const S& snapshot) {
  { snapshot.world() } -> std::convertible_to<const W&>;
  { snapshot.hierarchy() } -> std::convertible_to<const Hierarchy&>;
  { snapshot.tables() } -> std::convertible_to<const Tables&>;
};

/// The three parts of a snapshot, for whoever does not care which kind it is. They must stay.
template <QueryWorld W>
class SnapshotView {
 public:
  SnapshotView(const W& world, const Hierarchy& hierarchy, const Tables& tables)
      : world_(&world), hierarchy_(&hierarchy), tables_(&tables) {}
  template <SnapshotOf<W> S>
  SnapshotView(const S& snapshot)  // every snapshot is one
      : SnapshotView(snapshot.world(), snapshot.hierarchy(), snapshot.tables()) {}

  const W& world() const { return *world_; }
  const Hierarchy& hierarchy() const { return *hierarchy_; }
  const Tables& tables() const { return *tables_; }  ///< May be empty.

 private:
  const W* world_;
  const Hierarchy* hierarchy_;
  const Tables* tables_;
};

}  // namespace portolan::detail
