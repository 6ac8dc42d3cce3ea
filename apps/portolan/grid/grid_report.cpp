#include "grid/grid_report.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <vector>

#include "grid/components.h"
#include "grid/grid_build_arguments.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"
#include "report/table.h"
#include "report/table_report.h"

namespace portolan::detail::cli {
namespace {

/// One level with its worst case beside it.
struct GridLevel {
  unsigned number;
  std::uint32_t cell_side;  ///< In tiles.
  LevelSize size;
  WorstCase worst;
};

std::vector<GridLevel> describe_levels(const GridSnapshot& world) {
  const GridBuildOptions& options = world.options();
  std::vector<GridLevel> levels;
  std::uint32_t side = options.cell_size;
  for (unsigned l = 1; l <= world.hierarchy().levels(); ++l, side *= options.group) {
    const std::uint32_t columns = (world.grid().width() + side - 1) / side;
    const std::uint32_t rows = (world.grid().height() + side - 1) / side;
    levels.push_back({l, side, world.hierarchy().level_size(l), worst_case(columns, rows, side)});
  }
  return levels;
}

/// The base graph and how it hangs together.
struct GridGround {
  std::uint64_t tiles = 0;  ///< Of the whole rectangle.
  std::uint64_t passable = 0;
  std::uint64_t edges = 0;  ///< Undirected moves.
  std::uint64_t components = 0;
  std::uint64_t largest = 0;  ///< Tiles of the largest component.
};

GridGround describe_ground(const GridSnapshot& world) {
  GridGround ground;
  ground.tiles = std::uint64_t{world.grid().width()} * world.grid().height();
  const auto components = find_components(world);
  ground.components = components.size();
  if (!components.empty()) ground.largest = components.front().size();
  for (const auto& tiles : components) {
    ground.passable += tiles.size();
    for (const Tile t : tiles) {
      ground.edges +=
          narrow<unsigned>(std::popcount(world.graph().moves(index(world.graph().node(t)))));
    }
  }
  ground.edges /= 2;
  return ground;
}

double diagonal_length(const GridMetric& metric) {
  return metric.diagonal_length == 0.0 ? std::sqrt(2.0) : metric.diagonal_length;
}

/// The costs of the letters that occur and can be entered.
std::vector<std::pair<std::string, double>> terrain_costs(const GridSnapshot& world) {
  std::array<bool, 256> occurs{};
  for (const TileLetter t : world.grid().letters()) occurs[static_cast<unsigned char>(t)] = true;
  std::vector<std::pair<std::string, double>> costs;
  for (std::size_t letter = 0; letter < occurs.size(); ++letter) {
    if (!occurs[letter] || world.metric().cost[letter] == 0.0) continue;
    costs.emplace_back(letter_text(static_cast<unsigned char>(letter)),
                       world.metric().cost[letter]);
  }
  return costs;
}

double per_tile(std::size_t bytes, const GridGround& ground) {
  return static_cast<double>(bytes) / static_cast<double>(ground.tiles);
}

/// A line for each size where there are several, or units are wider than a tile.
std::string sizes_text(const GridSizes& sizes) {
  std::string text;
  if (sizes.widths() == std::vector<std::uint32_t>{1}) return text;
  for (const GridSnapshot& world : sizes.all()) {
    text += fmt::format("  size {:<6} {}, tables {} of it", world.unit_size(),
                        memory(static_cast<double>(sizes.bytes(world))),
                        memory(static_cast<double>(world.tables().bytes())));
    if (&world != &sizes.first()) {
      text += fmt::format("; {:.0f} % more memory, map included, {}", 100.0 * sizes.share(world),
                          counted(world.hierarchy().levels(), "level"));
    }
    text += "\n";
  }
  return text;
}

Json sizes_json(const GridSizes& sizes) {
  Json json = Json::array();
  for (const GridSnapshot& world : sizes.all()) {
    json.push_back({{"size", world.unit_size()},
                    {"build_ms", world.build_ms()},
                    {"gates", world.hierarchy().level_size(1).gates},
                    {"bytes", sizes.bytes(world)},
                    {"table_bytes", world.tables().bytes()},
                    {"tables", tables_json(world.tables())}});
  }
  return json;
}

std::string whole(double number) { return grouped(to_whole<std::uint64_t>(number)); }

}  // namespace

std::string letter_text(unsigned char letter) {
  const bool plain = letter > ' ' && letter < 127;
  return plain ? std::string(1, static_cast<char>(letter)) : fmt::format("#{}", letter);
}

WorstCase worst_case(std::uint32_t columns, std::uint32_t rows, std::uint32_t cell_side) {
  WorstCase total;
  // Of a line of k cells, two have one neighbour along it and the others two.
  const auto ends = [](std::uint32_t k) { return k == 1 ? 0.0 : 2.0; };
  const auto add = [&](double cells, double inner_sides) {
    const double nodes = inner_sides * cell_side / 2.0;
    total.nodes += cells * nodes;
    total.intra_edges += cells * nodes * std::max(nodes - 1.0, 0.0) / 2.0;
  };
  const auto along = [&](std::uint32_t k, auto&& use) {
    if (k == 1) {
      use(1.0, 0.0);
    } else {
      use(ends(k), 1.0);
      use(k - ends(k), 2.0);
    }
  };
  along(columns, [&](double some_columns, double beside) {
    along(rows,
          [&](double some_rows, double above) { add(some_columns * some_rows, beside + above); });
  });
  return total;
}

double build_ms_of(const GridSizes& sizes) {
  double sum = 0.0;
  for (const GridSnapshot& world : sizes.all()) sum += world.build_ms();
  return sum;
}

std::string grid_text(const std::string& world_name, const GridSizes& sizes) {
  const GridSnapshot& world = sizes.first();
  const GridGround ground = describe_ground(world);
  const GridBuildOptions& options = world.options();
  const GridMetric& metric = world.metric();
  double tables_ms = 0.0;
  for (const GridSnapshot& size : sizes.all()) tables_ms += size.tables().build_ms();
  std::string terrain;
  for (const auto& [letter, cost] : terrain_costs(world)) {
    terrain += fmt::format("{}{} {:g}", terrain.empty() ? "" : ", ", letter, cost);
  }
  std::string text = fmt::format(
      "{}\n  grid        {}x{} tiles, {} passable, {}, the largest of {}\n"
      "  metric      terrain: {}; diagonals {}, length {:.6g}\n"
      "  options     cell size {}, group {}, levels {}, transitions {}, stored paths {}\n"
      "  built in    {:.1f} ms\n"
      "  memory      hierarchy {} ({:.2f} bytes per tile), base graph {}\n{}\n",
      world_name, world.grid().width(), world.grid().height(), grouped(ground.passable),
      counted(ground.components, "component"), counted(ground.largest, "tile"),
      terrain.empty() ? "none" : terrain, diagonals_text(metric.diagonals), diagonal_length(metric),
      options.cell_size, options.group, world.hierarchy().levels(),
      transitions_text(options.transitions), options.store_steps ? "on" : "off", build_ms_of(sizes),
      memory(static_cast<double>(world.hierarchy().bytes())),
      per_tile(world.hierarchy().bytes(), ground),
      memory(static_cast<double>(world.graph().bytes())), tables_text(world.tables(), tables_ms));
  Table table({"level", "cell", "cells", "nodes N", "inter-edges E1", "intra-edges E2", "memory",
               "worst-case N", "worst-case E2"});
  table.add({"0", "1", grouped(ground.tiles), grouped(ground.passable), grouped(ground.edges), "-",
             memory(static_cast<double>(world.graph().bytes())), "-", "-"});
  for (const GridLevel& level : describe_levels(world)) {
    table.add({std::to_string(level.number), std::to_string(level.cell_side),
               grouped(level.size.cells), grouped(level.size.gates),
               grouped(level.size.inter_edges), grouped(level.size.intra_edges),
               memory(static_cast<double>(level.size.bytes)), whole(level.worst.nodes),
               whole(level.worst.intra_edges)});
  }
  text += table.text();
  text += sizes_text(sizes);
  text += "  worst case: section 3.6 of the HPA* paper, one transition an entrance";
  if (!options.transitions.paper()) text += "; these transitions may need more";
  return text + "\n";
}

Json grid_json(const std::string& world_name, const GridSizes& sizes) {
  const GridSnapshot& world = sizes.first();
  const GridGround ground = describe_ground(world);
  const GridBuildOptions& options = world.options();
  Json terrain = Json::object();
  for (const auto& [letter, cost] : terrain_costs(world)) terrain[letter] = cost;
  Json levels = Json::array();
  for (const GridLevel& level : describe_levels(world)) {
    levels.push_back({{"level", level.number},
                      {"cell_side", level.cell_side},
                      {"cells", level.size.cells},
                      {"gates", level.size.gates},
                      {"inter_edges", level.size.inter_edges},
                      {"intra_edges", level.size.intra_edges},
                      {"bytes", level.size.bytes},
                      {"worst_case_gates", level.worst.nodes},
                      {"worst_case_intra_edges", level.worst.intra_edges}});
  }
  return {{"world", world_name},
          {"kind", "grid"},
          {"width", world.grid().width()},
          {"height", world.grid().height()},
          {"passable_tiles", ground.passable},
          {"moves", ground.edges},
          {"components", ground.components},
          {"largest_component", ground.largest},
          {"metric",
           {{"terrain", std::move(terrain)},
            {"diagonals", diagonals_text(world.metric().diagonals)},
            {"diagonal_length", diagonal_length(world.metric())}}},
          {"options",
           {{"cell_size", options.cell_size},
            {"group", options.group},
            {"levels", world.hierarchy().levels()},
            {"transitions", transitions_text(options.transitions)},
            {"store_paths", options.store_steps}}},
          {"build_ms", build_ms_of(sizes)},
          {"hierarchy_bytes", world.hierarchy().bytes()},
          {"table_bytes", world.tables().bytes()},
          {"tables", tables_json(world.tables())},
          {"bytes_per_tile", per_tile(world.hierarchy().bytes(), ground)},
          {"graph_bytes", world.graph().bytes()},
          {"levels", std::move(levels)},
          {"sizes", sizes_json(sizes)}};
}

}  // namespace portolan::detail::cli
