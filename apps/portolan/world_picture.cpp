#include "world_picture.h"

#include <fmt/format.h>

#include "failure.h"
#include "portolan/grid/grid_picture.h"
#include "portolan/io/image.h"
#include "table.h"

namespace portolan::cli {
namespace {

std::vector<Tile> gates_of(const GridSnapshot& world) {
  std::vector<Tile> gates;
  const Hierarchy& hierarchy = world.hierarchy();
  for (CellHandle c = 0; c < hierarchy.partition().cell_count(1); ++c) {
    const OverlayCell cell = hierarchy.cell(c);
    for (std::uint32_t i = 0; i < cell.gate_count(); ++i) {
      if (index(cell.home(i)) == c) gates.push_back(world.graph().tile(cell.gate(i)));
    }
  }
  return gates;
}

struct Pen {
  Colour colour;
  std::uint32_t thickness;
};

/// A* lies wide below, so that it shows on both sides where the paths agree.
Pen pen_of(Algorithm algorithm) {
  return algorithm == Algorithm::astar ? Pen{palette::kBlue, 9} : Pen{palette::kVermilion, 3};
}

}  // namespace

void save_world_picture(const std::string& file, const GridSnapshot& world, Tile from, Tile to,
                        const std::vector<DrawnPath>& paths) {
  GridPicture picture = draw_grid(world.grid(), world.metric());
  picture.draw_cell_lines(world.options().cell_size);
  const std::vector<Tile> gates = gates_of(world);
  picture.draw_gates(gates);
  std::vector<LegendEntry> legend{
      {palette::kPurple, fmt::format("cells of {0}x{0} tiles", world.options().cell_size)},
      {palette::kGreen, fmt::format("{} gates", grouped(gates.size()))}};
  for (const Algorithm below : {Algorithm::astar, Algorithm::hierarchy}) {
    for (const DrawnPath& drawn : paths) {
      if (drawn.algorithm != below) continue;
      std::vector<Tile> tiles;
      for (const NodeId node : drawn.path->nodes) tiles.push_back(world.graph().tile(node));
      const Pen pen = pen_of(drawn.algorithm);
      picture.draw_path(tiles, pen.colour, pen.thickness);
      legend.push_back({pen.colour, drawn.caption});
    }
  }
  picture.draw_marker(from, palette::kAmber);
  picture.draw_marker(to, palette::kBlack);
  legend.push_back({palette::kAmber, "start"});
  legend.push_back({palette::kBlack, "goal"});
  picture.draw_legend(legend);
  const Picture& drawn = picture.picture();
  take(save_png(file, Image{drawn.width, drawn.height, 3, drawn.rgb}));
}

}  // namespace portolan::cli
