#include "portolan/gpu/shared/host_shared_search.h"

#include <algorithm>

#include "portolan/core/id_range.h"
#include "portolan/gpu/device/lanes.h"
#include "portolan/gpu/shared/shared_search.h"

namespace portolan::detail {
namespace {

/// Calls f(connection) for those of all cells, in every direction that has its own.
template <class F>
void for_each_connection(const MeshArrays& m, const SharedArrays& s, F&& f) {
  for (std::uint32_t c = 0; c < s.connection_begin.size; ++c) {
    const CellId cell{c};
    for (unsigned direction = 0; direction < s.directions; ++direction) {
      for (const GatePlace gate : IdRange<GatePlace>(gates_of(m, cell))) {
        for (std::uint32_t local = 0; local < local_count(m, cell); ++local)
          f(connection_of(m, s, cell, gate, local, direction));
      }
    }
  }
}

/// Calls f(from, to) for all pairs of gates.
template <class F>
void for_each_pair(const SharedArrays& s, F&& f) {
  for (std::uint32_t from = 0; from < s.gate_count; ++from) {
    for (std::uint32_t to = 0; to < s.gate_count; ++to) f(from, to);
  }
}

}  // namespace

HostSharedSearch::HostSharedSearch(const MeshArrays& mesh, const SharedArrays& shared)
    : mesh_(mesh), shared_(shared) {
  make_room();
  search_cells();
  search_gates();
  add_lengths();
  for_each_connection(mesh_, shared_, [&](const SharedConnection& c) {
    write_connection(mesh_, shared_, room_, c);
  });
  for_each_pair(shared_, [&](std::uint32_t from, std::uint32_t to) {
    write_pair(OneLane{}, mesh_, shared_, room_, from, to);
  });
}

void HostSharedSearch::make_room() {
  const SharedArrays& s = shared_;
  const std::size_t pairs = std::size_t{s.gate_count} * s.gate_count;
  inside_costs_.resize(s.inside_count);
  inside_before_.resize(s.inside_count);
  for (unsigned d = 0; d < s.directions; ++d) {
    connect_costs_[d].assign(s.connect_cost_count, kTableInfinite);
    connections_[d].resize(s.connection_count);
  }
  pairs_.resize(pairs);
  pair_paths_.resize(pairs);
  hops_.assign(pairs, kNoHop);
  gate_costs_.resize(pairs);
  next_.resize(pairs);
  lengths_.resize(std::size_t{s.directions} * s.connection_count + pairs);
  begins_.resize(lengths_.size());
  room_ = {inside_costs_.data(),
           inside_before_.data(),
           {connect_costs_[0].data(), connect_costs_[1].data()},
           {connections_[0].data(), connections_[1].data()},
           pairs_.data(),
           pair_paths_.data(),
           nullptr,
           hops_.data(),
           gate_costs_.data(),
           next_.data(),
           lengths_.data(),
           begins_.data(),
           s.gate_count};
}

void HostSharedSearch::search_cells() {
  const SharedArrays& s = shared_;
  for (std::uint32_t row = 0; row < s.row_count; ++row)
    search_inside(OneLane{}, mesh_, s, room_, row);
  for_each_connection(mesh_, s,
                      [&](const SharedConnection& c) { measure_connection(mesh_, s, room_, c); });
  for (std::uint32_t c = 0; c < s.connection_begin.size; ++c) {
    const GateId* const gates = mesh_.gates_of_cells.data + mesh_.cell_begin[c];
    const IdRange<GatePlace> places(gates_of(mesh_, CellId{c}));
    for (const GatePlace i : places) {
      for (const GatePlace j : places) {
        std::uint64_t& hop =
            hops_[std::size_t{index(gates[index(i)])} * s.gate_count + index(gates[index(j)])];
        hop = std::min(hop, hop_inside(mesh_, s, room_, CellId{c}, i, j));
      }
    }
  }
}

/// Over each gate in turn (Floyd and Warshall).
void HostSharedSearch::search_gates() {
  const SharedArrays& s = shared_;
  const std::size_t n = s.gate_count;
  for_each_pair(s, [&](std::uint32_t from, std::uint32_t to) {
    begin_gate_costs(mesh_, s, room_, from, to);
  });
  for (std::size_t by = 0; by < n; ++by) {
    for_each_pair(s, [&](std::uint32_t from, std::uint32_t to) {
      Cost& cost = gate_costs_[from * n + to];
      cost = std::min(cost, gate_costs_[from * n + by] + gate_costs_[by * n + to]);
    });
  }
  for_each_pair(s,
                [&](std::uint32_t from, std::uint32_t to) { find_next_gate(s, room_, from, to); });
  for_each_pair(s, [&](std::uint32_t from, std::uint32_t to) { measure_pair(s, room_, from, to); });
}

void HostSharedSearch::add_lengths() {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < lengths_.size(); ++i) {
    begins_[i] = sum;
    sum += lengths_[i];
  }
  polygons_.resize(sum);
  room_.polygons = polygons_.data();
}

}  // namespace portolan::detail
