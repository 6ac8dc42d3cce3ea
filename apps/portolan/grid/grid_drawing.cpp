#include "grid/grid_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "failure.h"
#include "grid/grid_report.h"
#include "portolan/core/to_whole.h"
#include "portolan/grid/grid_picture.h"
#include "report/table.h"
#include "world/pens.h"
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

/// What the letters of the map stand for; the most frequent ones where there are many.
void name_letters(const GridPicture& picture, const GridSnapshot& world,
                  std::vector<LegendEntry>& legend) {
  constexpr std::size_t kMost = 8;
  std::array<std::uint64_t, 256> tiles{};
  for (const TileLetter t : world.grid().letters()) ++tiles[static_cast<unsigned char>(t)];
  std::vector<unsigned char> letters;
  for (unsigned i = 0; i < tiles.size(); ++i) {
    if (tiles[i] > 0) letters.push_back(static_cast<unsigned char>(i));
  }
  std::stable_sort(letters.begin(), letters.end(),
                   [&](unsigned char a, unsigned char b) { return tiles[a] > tiles[b]; });
  for (std::size_t i = 0; i < std::min(kMost, letters.size()); ++i) {
    const unsigned char letter = letters[i];
    const double cost = world.metric().cost[letter];
    legend.push_back({picture.ground_colour(letter),
                      fmt::format("{}: {}", letter_text(letter),
                                  cost == 0.0 ? "blocked" : fmt::format("cost {:g}", cost))});
  }
  if (letters.size() > kMost) {
    legend.push_back({palette::kPaper,
                      fmt::format("and {} more", counted(letters.size() - kMost, "letter")), 0,
                      true});
  }
}

}  // namespace

void save_grid_picture(const std::string& file, const GridSnapshot& world, Tile from, Tile to,
                       const std::vector<DrawnGridPath>& paths) {
  GridPicture picture = draw_grid(world.grid(), world.metric());
  const std::string sides = draw_cells(picture, world);
  const std::vector<Tile> gates = gates_of(world);
  picture.draw_gates(gates);
  std::vector<LegendEntry> legend{
      {palette::kPurple, fmt::format("cells, {} tiles per side", sides)},
      {palette::kGreen, counted(gates.size(), "gate")}};
  const double thin =
      std::max(1.0, std::max(picture.picture().width, picture.picture().height) / 600.0);
  for (const Pen& pen : kPens) {
    for (const DrawnGridPath& drawn : paths) {
      if (drawn.algorithm != pen.algorithm) continue;
      std::vector<Tile> tiles;
      for (const NodeId node : drawn.path->nodes) tiles.push_back(world.graph().tile(node));
      picture.draw_path(tiles, pen.colour, to_whole<std::uint32_t>(std::ceil(thin * pen.width)));
      legend.push_back({pen.colour, drawn.caption});
    }
  }
  picture.draw_marker(from, palette::kAmber);
  picture.draw_marker(to, palette::kBlack);
  legend.push_back({palette::kAmber, "start"});
  legend.push_back({palette::kBlack, "goal"});
  name_letters(picture, world, legend);
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
