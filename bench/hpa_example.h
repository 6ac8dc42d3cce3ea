#pragma once

#include <string>
#include <vector>

#include "hpa_measure.h"
#include "portolan/grid/grid_picture.h"
#include "portolan/io/images/image.h"
#include "study.h"

/// The running example of the HPA* paper on a map of the same kind: figures 1-4, table 1.
namespace portolan::detail::bench {

/// 40x40 tiles; a long path round between S and G, with dead ends all along for A* to fill.
inline constexpr const char* kExampleMap = R"(
.........@..........@...................
.........@..........@...................
.........@..........@...................
.........@..........@........@..........
.........@..........@........@..........
....@....@..........@........@..........
....@...............@........@..........
....................@........@..........
....................@........@..........
.........@@@@@@@@@@@@........@@@@@@@@@@@
....................@........@..........
....................@........@..........
....@@..............@...@@@@@@..........
.............@......@...................
.............@......@............@......
.............@......@............@......
.............@......@............@......
.............@......@...................
.............@......@...................
...@@@@@@@@@@@@@@@@@@@@.................
.......@..............@..@@@@@@@@@@@@@@@
.......@..............@.................
.......@..............@.................
.......@..............@.................
.......@..............@.................
.......@..............@.................
.......@.......@@@@@..@.................
.......@..............@@@@@@@@@@@@@@@...
.......@..............@.................
......................@.................
......................@.................
......................@.................
......................@.................
........@@@@@.........@....@@@@@@.......
......................@.................
......................@.................
......................@.................
........................................
........................................
........................................
)";
inline constexpr Tile kExampleStart{17, 3};
inline constexpr Tile kExampleGoal{37, 5};
inline constexpr std::uint32_t kExampleCluster = 4;  // the one whose inside figures 2 and 3 show

/// A rectangle of a map on its own.
inline Grid cut(const Grid& grid, const TileRect& rect) {
  std::vector<TileLetter> letters;
  for (std::int32_t y = rect.y; y < rect.y + rect.height; ++y) {
    for (std::int32_t x = rect.x; x < rect.x + rect.width; ++x) letters.push_back(grid.at({x, y}));
  }
  return take(Grid::make(static_cast<std::uint32_t>(rect.width),
                         static_cast<std::uint32_t>(rect.height), std::move(letters)));
}

/// Draws the abstract graph of one level; both ends of every line are gates, S or G.
class ExamplePictures {
 public:
  ExamplePictures(const GridSnapshot& world, std::filesystem::path folder)
      : world_(world), folder_(std::move(folder)) {}

  void draw_map() const {
    GridPicture picture = draw_grid(world_.grid(), world_.metric());
    picture.draw_cell_lines(kPaperCellSize);
    mark_ends(picture);
    picture.draw_legend(std::vector<LegendEntry>{
        {palette::kPurple, "clusters of 10x10"}, {palette::kAmber, "S"}, {palette::kBlack, "G"}});
    save(picture, "figure1-map.png");
  }

  /// The top left quarter: all nodes and inter-edges, and the intra-edges of one cluster.
  void draw_corner() const {
    GridPicture picture = draw_grid(cut(world_.grid(), {0, 0, 20, 20}), world_.metric());
    picture.draw_cell_lines(kPaperCellSize);
    draw_intra(picture, 1, [](std::uint32_t cell) { return cell == kExampleCluster; });
    picture.draw_gates(gates(1));
    draw_inter(picture, 1);
    picture.draw_legend(std::vector<LegendEntry>{{palette::kGreen, "nodes"},
                                                 {palette::kVermilion, "inter-edges"},
                                                 {palette::kSky, "intra-edges"}});
    save(picture, "figure2-corner.png");
  }

  void draw_level(unsigned level) const {
    GridPicture picture = draw_grid(world_.grid(), world_.metric());
    picture.draw_cell_lines(kPaperCellSize << (level - 1));
    draw_intra(picture, level, [](std::uint32_t) { return true; });
    for (const Tile end : {kExampleStart, kExampleGoal}) {
      for (const Tile gate : gates_reached(end, level)) line(picture, end, gate, palette::kAmber);
    }
    picture.draw_gates(gates(level));
    draw_inter(picture, level);
    mark_ends(picture);
    picture.draw_legend(std::vector<LegendEntry>{{palette::kGreen, "nodes"},
                                                 {palette::kVermilion, "inter-edges"},
                                                 {palette::kSky, "intra-edges"},
                                                 {palette::kAmber, "edges of S and G"}});
    save(picture, fmt::format("figure4-level{}.png", level));
  }

  void draw_paths(const GridPath& optimal, const GridPath& raw, const GridPath& smooth) const {
    GridPicture picture = draw_grid(world_.grid(), world_.metric());
    picture.draw_cell_lines(kPaperCellSize);
    picture.draw_path(tiles(optimal), palette::kBlue, 11);
    picture.draw_path(tiles(raw), palette::kAmber, 5);
    picture.draw_path(tiles(smooth), palette::kVermilion, 2);
    mark_ends(picture);
    picture.draw_legend(std::vector<LegendEntry>{{palette::kBlue, "A* (optimal)"},
                                                 {palette::kAmber, "HPA* refined"},
                                                 {palette::kVermilion, "smoothed"}});
    save(picture, "paths.png");
  }

  /// The gates of an end's cell at a level that it reaches without leaving the cell.
  std::vector<Tile> gates_reached(Tile end, unsigned level) const {
    const auto side = static_cast<std::int32_t>(kPaperCellSize << (level - 1));
    const TileRect rect{end.x / side * side, end.y / side * side, side, side};
    const GridSnapshot inside =
        take(GridSnapshot::build(cut(world_.grid(), rect), world_.metric(), paper_options(1, 5)));
    GridQuery query;
    GridPath path;
    std::vector<Tile> reached;
    for (const Tile gate : gates(level)) {
      const Tile local{gate.x - rect.x, gate.y - rect.y};
      const Tile from{end.x - rect.x, end.y - rect.y};
      if (query.find_path_astar(inside, from, local, path) == Status::complete) {
        reached.push_back(gate);
      }
    }
    return reached;
  }

  /// The nodes of a level.
  std::vector<Tile> gates(unsigned level) const {
    std::vector<Tile> all;
    for_each_cell(level, [&](std::uint32_t, const OverlayCell& cell) {
      for (const GatePlace i : cell.places()) {
        all.push_back(world_.graph().tile(cell.gate(i)));
      }
    });
    return all;
  }

 private:
  template <class F>
  void for_each_cell(unsigned level, F&& f) const {
    const Partition& partition = world_.hierarchy().partition();
    for (std::uint32_t c = 0; c < partition.cell_count(level); ++c) {
      f(c, world_.hierarchy().cell(partition.handle(level, CellId{c})));
    }
  }

  template <class Wanted>
  void draw_intra(GridPicture& picture, unsigned level, Wanted&& wanted) const {
    for_each_cell(level, [&](std::uint32_t number, const OverlayCell& cell) {
      if (!wanted(number)) return;
      for (const GatePlace i : cell.places()) {
        for (const GatePlace j : IdRange<GatePlace>(index(i))) {
          if (cell.cost(i, j) == kInfinite) continue;
          line(picture, world_.graph().tile(cell.gate(i)), world_.graph().tile(cell.gate(j)),
               palette::kSky);
        }
      }
    });
  }

  void draw_inter(GridPicture& picture, unsigned level) const {
    const Partition& partition = world_.hierarchy().partition();
    for_each_cell(1, [&](std::uint32_t number, const OverlayCell& cell) {
      for (const GatePlace i : cell.places()) {
        cell.for_each_inter(i, [&](const InterEdge& e) {
          if (partition.ancestor(CellId{number}, level) == partition.ancestor(e.to_home, level))
            return;
          line(picture, world_.graph().tile(cell.gate(i)), world_.graph().tile(e.to),
               palette::kVermilion);
        });
      }
    });
  }

  static void line(GridPicture& picture, Tile a, Tile b, Colour colour) {
    picture.draw_path(std::vector<Tile>{a, b}, colour, 2);
  }
  static void mark_ends(GridPicture& picture) {
    picture.draw_marker(kExampleStart, palette::kAmber);
    picture.draw_marker(kExampleGoal, palette::kBlack);
  }
  std::vector<Tile> tiles(const GridPath& path) const {
    std::vector<Tile> all;
    for (const NodeId node : path.nodes) all.push_back(world_.graph().tile(node));
    return all;
  }
  void save(const GridPicture& drawn, const std::string& name) const {
    const Picture& picture = drawn.picture();
    std::filesystem::create_directories(folder_);
    take(save_png(folder_ / name, Image{picture.width, picture.height, 3, picture.rgb}));
  }

  const GridSnapshot& world_;
  std::filesystem::path folder_;
};

/// The nodes of one cluster and the distances between them, as figure 3 has them; null where there
/// is no path.
inline nlohmann::ordered_json cluster_distances(const GridSnapshot& world, std::uint32_t cluster) {
  const OverlayCell cell = world.hierarchy().cell(cluster);
  auto nodes = nlohmann::ordered_json::array(), rows = nlohmann::ordered_json::array();
  for (const GatePlace i : cell.places()) {
    const Tile tile = world.graph().tile(cell.gate(i));
    nodes.push_back({tile.x, tile.y});
    auto row = nlohmann::ordered_json::array();
    for (const GatePlace j : cell.places()) {
      const Cost cost = i == j ? 0 : cell.cost(i, j);
      row.push_back(cost == kInfinite
                        ? nlohmann::ordered_json()
                        : nlohmann::ordered_json(double(cost) / world.graph().straight()));
    }
    rows.push_back(std::move(row));
  }
  return {{"nodes", nodes}, {"rows", rows}};
}

/// Draws figures 1 to 4 and the paths to a folder; what the page says of them, and of table 1.
inline nlohmann::ordered_json run_example(const std::filesystem::path& pictures) {
  const Grid grid = take(Grid::parse(kExampleMap));
  std::vector<GridSnapshot> worlds;
  for (unsigned level = 1; level <= 2; ++level) {
    worlds.push_back(take(GridSnapshot::build(grid, paper_metric(), paper_options(level))));
  }
  GridPath optimal, raw, smooth;
  auto efforts = nlohmann::ordered_json::array();
  for (unsigned level = 0; level <= 2; ++level) {
    GridQuery query;
    QueryCounts counts;
    query.count_into(&counts);
    if (level == 0) {
      query.find_path_astar(worlds[0], kExampleStart, kExampleGoal, optimal);
    } else {
      query.find_path(worlds[level - 1], kExampleStart, kExampleGoal,
                      paper_query(level, ConnectMethod::astar), raw);
    }
    efforts.push_back({{"sg", counts.connect.expansions},
                       {"main", counts.main.expansions},
                       {"refinement", counts.refine.expansions}});
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

  std::uint64_t free = 0;
  for (const TileLetter letter : grid.letters()) free += worlds[0].metric().passable(letter);
  const LevelSize one = worlds[1].hierarchy().level_size(1);
  const GridGraph& graph = worlds[0].graph();
  return {{"free_tiles", free},
          {"nodes", {one.gates + 2, worlds[1].hierarchy().level_size(2).gates + 2}},
          {"inter_edges", one.inter_edges},
          {"intra_edges", one.intra_edges},
          {"expansions", efforts},
          {"distances", cluster_distances(worlds[0], kExampleCluster)},
          {"length",
           {{"optimal", graph.length(optimal.nodes)},
            {"refined", graph.length(raw.nodes)},
            {"smoothed", graph.length(smooth.nodes)}}}};
}

}  // namespace portolan::detail::bench
