#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/tables/connect_table.h"
#include "portolan/tables/gate_hops.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"

namespace portolan::detail {

/// A constant array, in whichever memory.
template <class T>
struct Array {
  const T* data = nullptr;
  std::size_t size = 0;

  PORTOLAN_HOST_DEVICE const T& operator[](std::size_t i) const { return data[i]; }
};

/// The labels of the gates of a cell, hub by hub, a row for each depth: `stride` gates, a multiple
/// of four, those that are not there or have no hub so deep being kTableInfinite.
struct HubRows {
  std::uint32_t begin;  ///< Of the first row, in units of four costs.
  std::uint16_t depth;  ///< Rows.
  std::uint16_t stride;
};

/// What queries by tables read of one direction.
struct DirectionArrays {
  Array<ConnectTable::Cell> connect_cells;
  Array<std::uint16_t> connect_narrow;
  Array<Cost> connect_wide;
  Array<std::uint16_t> connect_ranks;
  Array<std::uint8_t> connect_steps;
  Array<std::uint16_t> connect_wide_steps;
  Array<Cost> hub_costs;  ///< See HubRows.
  Array<std::uint8_t> label_steps;
  Array<std::uint16_t> label_wide_steps;
  Array<std::uint32_t> label_begin;  ///< By gate; empty: as the gates tell.
  Array<std::uint32_t> exit_begin;
  Array<GateHop> gate_hops;
};

/// What queries by tables read whatever the world is, as plain arrays: those of the tables
/// themselves, or copies of them on a GPU. Refers to memory that others own.
struct TableArrays {
  Array<std::uint32_t> cell_begin;
  Array<GateId> gates_of_cells;
  Array<HubRows> hubs;  ///< By cell.
  Array<GateLinks::Gate> gates;
  Array<std::uint32_t> cell_place;
  Array<std::uint16_t> least_common;
  Array<std::uint8_t> stored_paths;
  DirectionArrays to_gates;
  DirectionArrays from_gates;  ///< The same arrays where paths cost the same both ways.

  std::uint32_t gate_count = 0;
  std::uint32_t most_gates = 0;  ///< Of any cell.
  bool flipped_back = false;     ///< GateHops::flipped(true)

  PORTOLAN_HOST_DEVICE static constexpr std::uint32_t padded(std::uint32_t gates) {
    return (gates + 3) / 4 * 4;
  }
  PORTOLAN_HOST_DEVICE const DirectionArrays& direction(bool backward) const {
    return backward ? from_gates : to_gates;
  }
};

/// Calls f(array) for every array: what is copied to a GPU.
template <class F>
void for_each_array(DirectionArrays& d, F&& f) {
  f(d.connect_cells);
  f(d.connect_narrow);
  f(d.connect_wide);
  f(d.connect_ranks);
  f(d.connect_steps);
  f(d.connect_wide_steps);
  f(d.hub_costs);
  f(d.label_steps);
  f(d.label_wide_steps);
  f(d.label_begin);
  f(d.exit_begin);
  f(d.gate_hops);
}
template <class F>
void for_each_table_array(TableArrays& t, F&& f) {
  f(t.cell_begin);
  f(t.gates_of_cells);
  f(t.hubs);
  f(t.gates);
  f(t.cell_place);
  f(t.least_common);
  f(t.stored_paths);
  for_each_array(t.to_gates, f);
  for_each_array(t.from_gates, f);
}

}  // namespace portolan::detail
