#include "grid/grid_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "portolan/grid/grid_picture.h"
#include "report/table.h"
#include "world/world.h"

namespace portolan::detail::cli {
namespace {

std::vector<Tile> gates_of(const GridSnapshot& world) {
  std::vector<Tile> gates;
  const Hierarchy& hierarchy = world.hierarchy();
  for (CellHandle c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (const GatePlace i : cell.places()) {
      if (index(cell.home(i)) == c) gates.push_back(world.graph().tile(cell.gate(i)));
    }
  }
  return gates;
}

/// Lines between the cells of every level; drawn over each other, the upper ones come out
/// stronger. Returns the sides of the cells, for the legend.
std::string draw_cells(GridPicture& picture, const GridSnapshot& world) {
  std::string sides;
  std::uint32_t side = world.options().cell_size;
  for (unsigned level = 1; level <= world.hierarchy().levels(); ++level) {
    picture.draw_cell_lines(side);
    sides += fmt::format("{}{}", level == 1 ? "" : ", ", side);
    side *= world.options().group;
  }
  return sides;
}

struct Pen {
  Colour colour;
  std::uint32_t thickness;
};

/// A* lies wide below, so that it shows on both sides where the paths agree; tables in between.
Pen pen_of(Algorithm algorithm, const Picture& picture) {
  const std::uint32_t thin = std::max(2u, std::max(picture.width, picture.height) / 400);
  if (algorithm == Algorithm::astar) return {palette::kBlue, 2 * thin + 1};
  return algorithm == Algorithm::tables ? Pen{palette::kSky, 2 * thin}
                                        : Pen{palette::kVermilion, thin};
}

}  // namespace

void save_grid_picture(const std::string& file, const GridSnapshot& world, Tile from, Tile to,
                       const std::vector<DrawnGridPath>& paths) {
  GridPicture picture = draw_grid(world.grid(), world.metric());
  const std::string sides = draw_cells(picture, world);
  const std::vector<Tile> gates = gates_of(world);
  picture.draw_gates(gates);
  std::vector<LegendEntry> legend{
      {palette::kPurple, fmt::format("cells, {} tiles a side", sides)},
      {palette::kGreen, fmt::format("{} gates", grouped(gates.size()))}};
  for (const Algorithm below : {Algorithm::astar, Algorithm::tables, Algorithm::hierarchy}) {
    for (const DrawnGridPath& drawn : paths) {
      if (drawn.algorithm != below) continue;
      std::vector<Tile> tiles;
      for (const NodeId node : drawn.path->nodes) tiles.push_back(world.graph().tile(node));
      const Pen pen = pen_of(drawn.algorithm, picture.picture());
      picture.draw_path(tiles, pen.colour, pen.thickness);
      legend.push_back({pen.colour, drawn.caption});
    }
  }
  picture.draw_marker(from, palette::kAmber);
  picture.draw_marker(to, palette::kBlack);
  legend.push_back({palette::kAmber, "start"});
  legend.push_back({palette::kBlack, "goal"});
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
