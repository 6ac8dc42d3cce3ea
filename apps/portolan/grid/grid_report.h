#pragma once

#include <string>

#include "portolan/grid/grid_sizes.h"
#include "report/json.h"

/// What `build` and `info` say about a world.
namespace portolan::detail::cli {

/// The most nodes and intra-edges that HPA* can need (section 3.6 of its paper): blocked and
/// free tiles alternate along every border and all border nodes of a cell reach each other, so
/// every side that faces another cell has half as many nodes as tiles.
struct WorstCase {
  double nodes = 0;
  double intra_edges = 0;
};
WorstCase worst_case(std::uint32_t columns, std::uint32_t rows, std::uint32_t cell_side);

/// A letter of a map for people and programs: #NUMBER where it cannot be printed.
std::string letter_text(unsigned char letter);

/// What building all sizes took.
double build_ms_of(const GridSizes& sizes);

/// Size, metric, options, levels and memory, as tables for people.
std::string grid_text(const std::string& world_name, const GridSizes& sizes);
/// The same for programs.
Json grid_json(const std::string& world_name, const GridSizes& sizes);

}  // namespace portolan::detail::cli
