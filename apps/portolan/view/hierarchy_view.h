#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "view/bundle.h"
#include "view/viewed_world.h"

/// What the page shows of a world's hierarchy. Levels are numbered from 1.
namespace portolan::detail::cli {

/// An object per level: its cells, gates and edges.
Json level_info_json(const Hierarchy& hierarchy);

/// "cell": the cell of each element; "colour": a palette number for each cell, such that
/// neighbours differ.
void add_cells(const ViewedWorld& world, unsigned level, Bundle& bundle);

/// "points" and "node" of all gates, and the "inter_edges" between them.
void add_gates(const ViewedWorld& world, const std::string& agent, unsigned level, Bundle& bundle);

/// One cell: what it is made of, what lies around it, and what it costs to cross it.
Json cell_json(const ViewedWorld& world, const std::string& agent, unsigned level, CellId cell);

/// The cells of level 1 that cost another thing to cross than before a change, for any agent.
std::vector<std::uint32_t> find_changed_cells(const ViewedWorld& before, const ViewedWorld& after);

/// The cells that an element lies in, from level 1 up.
Json cells_of(const ViewedWorld& world, std::uint32_t element);

}  // namespace portolan::detail::cli
