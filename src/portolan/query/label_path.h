#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/core/platform.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/query_world.h"
#include "portolan/query/table_end.h"
#include "portolan/tables/gate_hops.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_labels.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// The path between an end and the hub, by labels.
struct LabelHalf {
  GatePlace entry{};              ///< The gate of the end's cell that it begins at.
  std::span<const GateHop> hops;  ///< From there to the hub.
};

/// The gate of an end's cell that the path over a hub takes.
inline GatePlace find_entry_gate(const Tables& tables, const TableEnd& end, Depth hub) {
  const Cost* labels = tables.labels().costs.data() + index(hub);
  const auto rows = tables.label_rows(end.cell, end.backward);
  const Cost cost = end.hubs[hub];
  const Cost* costs = end.costs.data();
  std::uint32_t i = 0;
  while (rows[i].count <= index(hub) || labels[rows[i].begin] + costs[i] != cost) ++i;
  return GatePlace{i};
}

/// A gate of an end's cell, as if a gate hop had led there.
inline GateHop hop_to_entry(const Tables& tables, const TableEnd& end, GatePlace entry) {
  const GateId gate = tables.links().gates_of(end.cell)[index(entry)];
  const GateLabels& labels = tables.labels();
  GateHop hop{};
  hop.labels = labels.begin(tables.links(), gate, end.backward);
  hop.gate_hops = labels.all_exits(end.backward).begin[index(gate)];
  hop.depth = static_cast<std::uint16_t>(  // below GateLinks::kMostHeight
      index(tables.links().gate(gate).depth));
  return hop;
}

/// Follows labels from both ends to the hub. Owns the memory of what it finds.
class LabelHalves {
 public:
  /// The halves of the path over a hub, until the next call. Both at once, since each gate hop
  /// waits for the one before it in its half.
  std::array<LabelHalf, 2> find(const Tables& tables, const TableEnds& ends, Depth hub) {
    make_room(tables.links().gate_count());
    const GatePlace entries[2] = {find_entry_gate(tables, ends[0], hub),
                                  find_entry_gate(tables, ends[1], hub)};
    const GateHop* const gate_hops[2] = {tables.gate_hops().direction(ends[0].backward),
                                         tables.gate_hops().direction(ends[1].backward)};
    const GateLabels::StepsTo steps = tables.labels().steps_to(hub);
    const GateHop begins[2] = {hop_to_entry(tables, ends[0], entries[0]),
                               hop_to_entry(tables, ends[1], entries[1])};
    const GateHop* one = &begins[0];
    const GateHop* other = &begins[1];
    GateHop* first = room_[0].data();
    GateHop* second = room_[1].data();
    for (;;) {
      const bool more = one->depth != index(hub);
      const bool more_there = other->depth != index(hub);
      if (!more && !more_there) break;
      const GateHop* const next = gate_hops[0] + one->gate_hops + steps.at(one->labels);
      const GateHop* const next_there = gate_hops[1] + other->gate_hops + steps.at(other->labels);
      one = more ? next : one;
      other = more_there ? next_there : other;
      *first = *one;
      *second = *other;
      tables.gate_hops().prefetch_path(*one);  // while the next steps are waited for
      tables.gate_hops().prefetch_path(*other);
      first += more;
      second += more_there;
    }
    return {LabelHalf{entries[0], {room_[0].data(), first}},
            LabelHalf{entries[1], {room_[1].data(), second}}};
  }

 private:
  void make_room(std::uint32_t gates) {
    for (std::vector<GateHop>& room : room_)
      if (room.size() <= gates) room.resize(std::size_t{gates} + 1);
  }

  std::array<std::vector<GateHop>, 2> room_;  // with one more, written ahead
};

/// Writes the nodes of a gate hop.
template <class Writer>
PORTOLAN_ALWAYS_INLINE inline void write_gate_hop(const GateHops& gate_hops, const GateHop& hop,
                                                  bool flipped, Writer& writer) {
  if (hop.size == 0) {
    writer.write(NodeId{hop.path});
  } else {
    writer.write(gate_hops.steps(hop), (hop.reversed != 0) != flipped);
  }
}

/// Appends the nodes of both halves after the gate that the first begins at. False when there were
/// `most_nodes` before the end.
template <QueryWorld W>
bool append_gate_hops(const W& world, const GateHops& gate_hops,
                      const std::array<LabelHalf, 2>& halves, std::size_t most_nodes,
                      NodeBuffer& nodes) {
  const std::span<const GateHop> first = halves[0].hops;
  const std::span<const GateHop> last = halves[1].hops;
  std::size_t most = kStepSlack;
  for (const GateHop& hop : first) most += world.most_steps(hop.size) + 1;
  for (const GateHop& hop : last) most += world.most_steps(hop.size) + 1;
  NodeId* const out = nodes.room(most);
  const NodeId* const begin = nodes.begin();
  auto writer = make_step_writer(world, out[-1], out);
  const bool limited = nodes.size() + most > most_nodes;
  const auto enough = [&] {
    return limited && static_cast<std::size_t>(writer.finish() - begin) >= most_nodes;
  };
  const bool flipped = gate_hops.flipped(true);
  for (std::size_t k = 0; k < first.size() && !enough(); ++k)
    write_gate_hop(gate_hops, first[k], false, writer);
  for (std::size_t k = last.size(); k-- > 0 && !enough();)
    write_gate_hop(gate_hops, last[k], flipped, writer);
  nodes.take_until(writer.finish());
  return !enough();
}

}  // namespace portolan::detail
