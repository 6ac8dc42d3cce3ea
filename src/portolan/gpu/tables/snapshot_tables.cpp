#include "portolan/gpu/tables/snapshot_tables.h"

namespace portolan::detail {
namespace {

DirectionArrays view_direction(const Tables& tables, bool backward) {
  const ConnectTable::Entries& connect = tables.connect().entries();
  const GateLabels& labels = tables.labels();
  DirectionArrays d;
  d.connect_cells = array_of(tables.connect().cells(backward));
  d.connect_narrow = array_of(connect.narrow);
  d.connect_wide = array_of(connect.wide);
  d.connect_ranks = array_of(connect.ranks);
  d.connect_steps = array_of(connect.steps);
  d.connect_wide_steps = array_of(connect.wide_steps);
  d.label_steps = array_of(labels.steps);
  d.label_wide_steps = array_of(labels.wide_steps);
  if (backward) d.label_begin = array_of(labels.back_begin);
  d.exit_begin = array_of(labels.all_exits(backward).begin);
  d.gate_hops = array_of(tables.gate_hops().all(backward));
  return d;
}

}  // namespace

Result<Done> SnapshotTables::fill(const Tables& tables, TableArrays& arrays) {
  if (tables.choice().far != FarMethod::labels) {
    const std::string& reason = tables.choice().reason;
    return Error{"agents are answered from tables with labels, which this world has not" +
                 (reason.empty() ? "" : " (" + reason + ")") +
                 "; build it with more memory for tables"};
  }
  const GateLinks& links = tables.links();
  arrays.cell_begin = array_of(links.cell_begin);
  arrays.gates_of_cells = array_of(links.targets);
  arrays.gates = array_of(links.gates);
  arrays.cell_place = array_of(links.cell_place);
  arrays.least_common = array_of(links.least_common);
  arrays.stored_paths = array_of(tables.gate_hops().stored_paths());
  arrays.to_gates = view_direction(tables, false);
  arrays.from_gates = view_direction(tables, true);
  arrays.flipped_back = tables.gate_hops().flipped(true);
  arrays.gate_count = links.gate_count();
  arrays.most_gates = tables.most_gates();
  if (auto done = place_hubs(links); !done) return done;
  const bool directed = tables.labels().directed();
  fill_costs(tables, false);
  if (directed) fill_costs(tables, true);
  arrays.hubs = array_of(hubs_);
  arrays.to_gates.hub_costs = array_of(costs_[0]);
  arrays.from_gates.hub_costs = array_of(costs_[directed ? 1 : 0]);
  return Done{};
}

Result<Done> SnapshotTables::place_hubs(const GateLinks& links) {
  for (std::uint32_t c = 0; c < links.cell_count(); ++c) {
    const std::uint32_t stride =
        TableArrays::padded(static_cast<std::uint32_t>(links.rows_of(c).size()));
    const std::uint32_t depth = links.hub_count(c);
    if (stride > 0xFFFF || size_ / 4 > 0xFFFF'FFFFu)
      return Error{"the labels are more than a GPU's arrays number; build smaller cells"};
    hubs_.push_back({static_cast<std::uint32_t>(size_ / 4), static_cast<std::uint16_t>(depth),
                     static_cast<std::uint16_t>(stride)});
    size_ += std::uint64_t{depth} * stride;
  }
  return Done{};
}

void SnapshotTables::fill_costs(const Tables& tables, bool backward) {
  const GateLinks& links = tables.links();
  std::vector<Cost>& costs = costs_[backward ? 1 : 0];
  costs.assign(size_, kTableInfinite);
  const Cost* const labels = tables.labels().costs.data();
  for (std::uint32_t c = 0; c < links.cell_count(); ++c) {
    const auto rows = tables.label_rows(c, backward);
    Cost* const first = costs.data() + std::size_t{hubs_[c].begin} * 4;
    for (std::size_t g = 0; g < rows.size(); ++g) {
      for (std::uint32_t d = 0; d < rows[g].count; ++d)
        first[std::size_t{d} * hubs_[c].stride + g] = labels[rows[g].begin + d];
    }
  }
}

}  // namespace portolan::detail
