#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/query/connection.h"
#include "portolan/query/query_world.h"

namespace portolan::detail {

/// Keeps the latest connections, at every level that they were asked for, so that popular starts
/// and goals cost nothing the second time.
template <QueryWorld W>
class ConnectionPool {
 public:
  /// How many connections are kept. At least 2: a query needs its start's and its goal's.
  explicit ConnectionPool(std::size_t kept) : kept_(std::max<std::size_t>(kept, 2)) {}

  /// The kept connection of an anchor, or one with everything but its costs. It stays where it is
  /// and as it is until two others have been opened.
  Connection<W>& open(const W& world, const Hierarchy& hierarchy, const typename W::Anchor& anchor,
                      bool backward, ConnectMethod method, const ConnectTable* table) {
    if (method == ConnectMethod::threads || (method == ConnectMethod::table && table == nullptr))
      method = ConnectMethod::dijkstra;
    const bool reversed = backward && !world.symmetric();
    Connection<W>& c = choose(hierarchy, anchor, reversed, method);
    c.last_used = ++clock_;
    c.table = table;
    c.overlay = hierarchy.cell(index(world.anchor_cell(anchor)));
    if (c.ready) return c;
    c.anchor = anchor;
    c.cell = world.anchor_cell(anchor);
    c.backward = reversed;
    c.method = method;
    if (c.snapshot != hierarchy.identity())  // mostly the same: counting owners would take longer
      c.snapshot = hierarchy.identity();
    world.open_cell(c.cell, c.overlay, c.opened);
    c.climbed.forget();
    make_room(c.opened.local_count(), c.overlay.gate_count());
    c.costs.assign(c.overlay.gate_count(), kInfinite);
    return c;
  }

  /// Forgets all of them.
  void forget() {
    for (Connection<W>& c : pool_) c.ready = false;
  }

 private:
  Connection<W>& choose(const Hierarchy& hierarchy, const typename W::Anchor& anchor, bool backward,
                        ConnectMethod method) {
    Connection<W>* oldest = nullptr;
    for (Connection<W>& c : pool_) {
      if (c.ready && c.anchor == anchor && c.snapshot == hierarchy.identity() &&
          c.method == method && c.backward == backward) {
        return c;
      }
      if (oldest == nullptr || c.last_used < oldest->last_used) oldest = &c;
    }
    if (pool_.size() < kept_) {
      pool_.reserve(kept_);  // connections stay where they are
      return pool_.emplace_back();
    }
    oldest->ready = false;
    return *oldest;
  }

  /// In all connections at once: which of them a later query gets is a matter of chance.
  void make_room(std::uint32_t locals, std::uint32_t gates) {
    most_locals_ = std::max(most_locals_, locals);
    most_gates_ = std::max(most_gates_, gates);
    for (Connection<W>& c : pool_) {
      c.labels.reserve(most_locals_);
      c.costs.reserve(most_gates_ + kRowSlack);
      for (const Connection<W>& other : pool_) c.climbed.make_room_as(other.climbed);
    }
  }

  std::vector<Connection<W>> pool_;
  std::size_t kept_;
  std::uint64_t clock_ = 0;
  std::uint32_t most_locals_ = 0;
  std::uint32_t most_gates_ = 0;
};

}  // namespace portolan::detail
