#pragma once

#include <string>
#include <vector>

#include "hpa_example.h"
#include "hpa_measure.h"
#include "numbers.h"
#include "table.h"

namespace portolan::detail::bench {

/// The distances between the nodes of one cluster, as figure 3 has them.
inline Table cluster_distances(const GridSnapshot& world, std::uint32_t cluster) {
  const OverlayCell cell = world.hierarchy().cell(cluster);
  const auto name = [&](std::uint32_t gate) {
    const Tile tile = world.graph().tile(cell.gate(gate));
    return fmt::format("({}, {})", tile.x, tile.y);
  };
  Table table{{"from \\ to"}, {}};
  for (std::uint32_t i = 0; i < cell.gate_count(); ++i) table.columns.push_back(name(i));
  for (std::uint32_t i = 0; i < cell.gate_count(); ++i) {
    std::vector<std::string> row{name(i)};
    for (std::uint32_t j = 0; j < cell.gate_count(); ++j) {
      const Cost cost = cell.row(i)[j];
      row.push_back(i == j ? "0"
                    : cost == kInfinite
                        ? "-"
                        : fmt::format("{:.2f}", double(cost) / world.graph().straight()));
    }
    table.add(std::move(row));
  }
  return table;
}

/// Figures 1 to 4 and table 1 as a section of the page; `pictures` is where they go, and how
/// the page names that folder is `link`.
inline std::string report_example(const std::filesystem::path& pictures, const std::string& link) {
  const Grid grid = take(Grid::parse(kExampleMap));
  std::vector<GridSnapshot> worlds;
  for (unsigned level = 1; level <= 2; ++level) {
    worlds.push_back(take(GridSnapshot::build(grid, paper_metric(), paper_options(level))));
  }
  GridPath optimal, raw, smooth;
  std::vector<QueryCounts> counts(3);
  for (unsigned level = 0; level <= 2; ++level) {
    GridQuery query;
    query.count_into(&counts[level]);
    if (level == 0) {
      query.find_path_astar(worlds[0], kExampleStart, kExampleGoal, optimal);
    } else {
      query.find_path(worlds[level - 1], kExampleStart, kExampleGoal,
                      paper_query(level, ConnectMethod::astar), raw);
    }
  }
  GridQuery query;
  query.find_path(worlds[0], kExampleStart, kExampleGoal,
                  paper_query(1, ConnectMethod::astar, Smoothing::full), smooth);

  const ExamplePictures draw(worlds[1], pictures);
  draw.draw_map();
  draw.draw_corner();
  draw.draw_level(1);
  draw.draw_level(2);
  draw.draw_paths(optimal, raw, smooth);

  Table table1{{"", "SG", "paper", "main", "paper", "abstract", "paper", "refinement", "paper"},
               {}};
  const unsigned paper[3][3] = {{0, 1462, 0}, {16, 67, 145}, {41, 7, 161}};
  for (unsigned level = 0; level <= 2; ++level) {
    const std::uint64_t sg = counts[level].connect.expansions, main = counts[level].main.expansions;
    const unsigned* theirs = paper[level];
    table1.add({fmt::format("L-{}", level), fmt::format("**{}**", sg), grouped(theirs[0]),
                fmt::format("**{}**", grouped(double(main))), grouped(theirs[1]),
                fmt::format("**{}**", grouped(double(sg + main))), grouped(theirs[0] + theirs[1]),
                fmt::format("**{}**", counts[level].refine.expansions), grouped(theirs[2])});
  }
  std::uint64_t free = 0;
  for (const Terrain letter : grid.letters()) free += worlds[0].metric().passable(letter);
  const LevelSize one = worlds[1].hierarchy().level_size(1);
  const LevelSize two = worlds[1].hierarchy().level_size(2);
  const GridGraph& graph = worlds[0].graph();
  const double length = graph.length(optimal.nodes);
  const auto error = [&](const GridPath& path) {
    return 100.0 * (graph.length(path.nodes) - length) / length;
  };

  std::string page = "## The running example: figures 1-4, table 1\n\n";
  page += fmt::format(
      "The paper prints its 40x40 map only as a picture, so this one is drawn anew to the same "
      "recipe: a worst case for A*, a way round through all four quarters with dead ends along "
      "it, S and G each in a room with one way out. Sizes, with the paper's in brackets: {} free "
      "tiles (1,463); at level 1 {} nodes with S and G (68), {} inter-edges (43), {} intra-edges "
      "(88); at level 2 {} nodes with S and G (14).\n\n",
      grouped(double(free)), one.gates + 2, one.inter_edges, one.intra_edges, two.gates + 2);
  page += fmt::format(
      "| figure 1: the map and its clusters | figure 2: the top left quarter |\n|---|---|\n"
      "| ![map]({0}/figure1-map.png) | ![corner]({0}/figure2-corner.png) |\n\n"
      "| figure 4a: level 1 | figure 4b: level 2 |\n|---|---|\n"
      "| ![level 1]({0}/figure4-level1.png) | ![level 2]({0}/figure4-level2.png) |\n\n",
      link);
  page += "Figure 3, the distances kept for the lower left cluster of figure 2:\n\n" +
          cluster_distances(worlds[0], kExampleCluster).markdown();
  page += "\nTable 1, nodes expanded (ours in bold; S and G connected by A* per gate):\n\n" +
          table1.markdown();
  page += fmt::format(
      "\nAs in the paper, A* visits {} the map and level 1 most of its graph; level 2 has few "
      "nodes "
      "left to visit. The path is {:.2f} long where {:.2f} is optimal ({:.2f} % more), "
      "smoothed {:.2f} % more:\n\n![the paths]({}/paths.png)\n\n",
      counts[0].main.expansions * 10 >= free * 9 ? "nearly all of" : "much of",
      graph.length(raw.nodes), length, error(raw), error(smooth), link);
  return page;
}

}  // namespace portolan::detail::bench
