#include "view/viewed_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "failure.h"
#include "grid/grid_query_source.h"
#include "portolan/core/narrow.h"
#include "view/abstract_line.h"
#include "view/grid_entrances.h"
#include "view/timed_wave.h"

namespace portolan::detail::cli {
namespace {

/// How far from a blocked tile a passable one is looked for.
constexpr std::int32_t kFarthestRing = 64;

/// A letter of a map, or its number where nobody could read it.
std::string letter_text(TileLetter letter) {
  const auto code = static_cast<unsigned char>(letter);
  return code > 32 && code < 127 ? std::string(1, letter) : fmt::format("#{}", code);
}

/// The box around tiles and those beside them, which moves may squeeze past.
Box box_around(std::span<const TileChange> changes) {
  Tile low = changes.front().tile;
  Tile high = low;
  for (const TileChange& change : changes) {
    low = {std::min(low.x, change.tile.x), std::min(low.y, change.tile.y)};
    high = {std::max(high.x, change.tile.x), std::max(high.y, change.tile.y)};
  }
  return {middle_of({low.x - 2, low.y - 2}), middle_of({high.x + 2, high.y + 2})};
}

Json letters_json(const GridSnapshot& grid) {
  bool known[256] = {};
  for (const TileLetter letter : grid.grid().letters())
    known[static_cast<unsigned char>(letter)] = true;
  known[static_cast<unsigned char>('.')] = known[static_cast<unsigned char>('@')] = true;
  Json letters = Json::array();
  for (unsigned letter = 0; letter < 256; ++letter) {
    const double cost = grid.metric().cost[letter];
    // Beside what the map has, everything that could be painted.
    if (!known[letter] && cost <= 0.0) continue;
    const std::string name = letter_text(static_cast<TileLetter>(letter));
    letters.push_back({{"letter", name},
                       {"code", letter},
                       {"name", cost > 0.0 ? fmt::format("{} (cost {:g})", name, cost)
                                           : fmt::format("{} (blocked)", name)},
                       {"cost", cost > 0.0 ? Json(cost) : Json()},
                       {"passable", cost > 0.0}});
  }
  return letters;
}

}  // namespace

Vec3 middle_of(Tile tile) {
  return {static_cast<float>(tile.x) + 0.5f, 0.0f, static_cast<float>(tile.y) + 0.5f};
}

Tile tile_at(const Vec3& point) {
  return {static_cast<std::int32_t>(std::floor(point.x)),
          static_cast<std::int32_t>(std::floor(point.z))};
}

std::vector<Vec3> line_through(std::span<const Tile> tiles) {
  std::vector<Vec3> line;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const bool inner = i > 0 && i + 1 < tiles.size() &&
                       tiles[i + 1].x - tiles[i].x == tiles[i].x - tiles[i - 1].x &&
                       tiles[i + 1].y - tiles[i].y == tiles[i].y - tiles[i - 1].y;
    if (!inner) line.push_back(middle_of(tiles[i]));
  }
  return line;
}

std::uint32_t ViewedGrid::element_count() const {
  return snapshot().grid().width() * snapshot().grid().height();
}

Box ViewedGrid::bounds() const {
  const Grid& grid = snapshot().grid();
  return {{0, 0, 0}, {static_cast<float>(grid.width()), 0, static_cast<float>(grid.height())}};
}

Json ViewedGrid::details(const std::string&) const {
  const GridBuildOptions& options = snapshot().options();
  return {{"width", snapshot().grid().width()},
          {"height", snapshot().grid().height()},
          {"cell_size", options.cell_size},
          {"group", options.group},
          {"letters", letters_json(snapshot())}};
}

std::vector<Algorithm> ViewedGrid::algorithms(const std::string&) const {
  std::vector<Algorithm> known{Algorithm::astar, Algorithm::hierarchy};
  if (snapshot().tables().answer()) known.push_back(Algorithm::tables);
  return known;
}

void ViewedGrid::add_geometry(Bundle& bundle) const {
  const Grid& grid = snapshot().grid();
  bundle.header()["width"] = grid.width();
  bundle.header()["height"] = grid.height();
  const auto letters = grid.letters();
  bundle.add("tiles",
             std::span(reinterpret_cast<const std::uint8_t*>(letters.data()), letters.size()));
}

Tile ViewedGrid::tile_of(std::uint32_t element) const {
  const std::uint32_t width = snapshot().grid().width();
  return {static_cast<std::int32_t>(element % width), static_cast<std::int32_t>(element / width)};
}

std::uint32_t ViewedGrid::element_of(Tile tile) const {
  return static_cast<std::uint32_t>(tile.y) * snapshot().grid().width() +
         static_cast<std::uint32_t>(tile.x);
}

CellId ViewedGrid::cell_of(std::uint32_t element) const {
  return snapshot().world().squares().at(tile_of(element));
}

Vec3 ViewedGrid::place_of(NodeId node) const { return middle_of(snapshot().graph().tile(node)); }

double ViewedGrid::in_units(Cost cost, const std::string&) const {
  return snapshot().graph().in_tiles(cost);
}

void ViewedGrid::for_each_border(
    const std::function<void(std::uint32_t, std::uint32_t)>& visit) const {
  // Tiles of one square meet only each other, but at its right and bottom edge.
  const Squares& squares = snapshot().world().squares();
  const std::uint32_t width = snapshot().grid().width();
  const std::uint32_t height = snapshot().grid().height();
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = squares.side(); x < width; x += squares.side())
      visit(y * width + x - 1, y * width + x);
  }
  for (std::uint32_t y = squares.side(); y < height; y += squares.side()) {
    for (std::uint32_t x = 0; x < width; ++x) visit((y - 1) * width + x, y * width + x);
  }
}

void ViewedGrid::add_to_gates(unsigned level, Bundle& bundle) const {
  bundle.add_points("entrances", find_entrances(snapshot(), level), 2);
}

std::uint32_t ViewedGrid::find_passable_near(Tile tile) const {
  for (std::int32_t ring = 0; ring <= kFarthestRing; ++ring) {
    std::uint32_t best = kNoElement;
    std::int32_t best_distance = 0;
    for (std::int32_t dy = -ring; dy <= ring; ++dy) {
      const std::int32_t step = std::abs(dy) == ring || ring == 0 ? 1 : 2 * ring;
      for (std::int32_t dx = -ring; dx <= ring; dx += step) {
        const Tile near{tile.x + dx, tile.y + dy};
        const std::int32_t far = dx * dx + dy * dy;
        if (!snapshot().passable(near) || (best != kNoElement && far >= best_distance)) continue;
        best = element_of(near);
        best_distance = far;
      }
    }
    if (best != kNoElement) return best;
  }
  return kNoElement;
}

Underneath ViewedGrid::find(const Vec3& point, const std::string&) const {
  const Grid& grid = snapshot().grid();
  const Tile tile = tile_at(point);
  Underneath under;
  under.nearest = find_passable_near(tile);
  if (under.nearest != kNoElement) under.point = middle_of(tile_of(under.nearest));
  if (!grid.contains(tile)) {
    under.text = fmt::format("{},{} lies outside of the map", tile.x, tile.y);
    return under;
  }
  under.element = element_of(tile);
  under.walkable = snapshot().passable(tile);
  const TileLetter letter = grid.at(tile);
  const double cost = snapshot().metric().cost[static_cast<unsigned char>(letter)];
  under.text = fmt::format("tile {},{}, letter {}, {}", tile.x, tile.y, letter_text(letter),
                           under.walkable ? fmt::format("cost {:g}", cost) : "blocked");
  under.details["tile"] = Json::array({tile.x, tile.y});
  under.details["letter"] = letter_text(letter);
  under.details["cost"] = under.walkable ? Json(cost) : Json();
  return under;
}

std::string ViewedGrid::spell(const Vec3& point) const {
  const Tile tile = tile_at(point);
  return fmt::format("{},{}", tile.x, tile.y);
}

Route ViewedGrid::route_of(const Solver& solver) const {
  std::vector<NodeId> nodes;
  solver.append_nodes(nodes);
  std::vector<Tile> tiles(nodes.size());
  snapshot().graph().write_tiles(nodes, tiles.data());
  return {line_through(tiles), {}, true};
}

AbstractLine ViewedGrid::abstract_line(const Vec3& start, const Vec3& goal,
                                       const QueryOptions& options, const std::string&) const {
  const auto node_at = [&](const Vec3& point) { return snapshot().graph().node(tile_at(point)); };
  const auto nodes = find_abstract_nodes(snapshot().world(), snapshot().hierarchy(), node_at(start),
                                         node_at(goal), options);
  return make_abstract_line(*this, start, goal, nodes);
}

std::vector<std::pair<Vec3, Vec3>> ViewedGrid::draw_pairs(std::size_t count,
                                                          std::uint64_t seed) const {
  std::vector<std::pair<Vec3, Vec3>> pairs;
  for (const TileQuery& query : make_random_grid_queries(snapshot(), count, seed))
    pairs.emplace_back(middle_of(query.from), middle_of(query.to));
  return pairs;
}

Wave ViewedGrid::make_wave(const Vec3& from, bool by_hierarchy, const std::string& agent) const {
  const GridGraph& graph = snapshot().graph();
  const NodeId start = graph.node(tile_of(find_ground(*this, from, agent).element));
  return make_timed_wave(
      snapshot().world(), snapshot().hierarchy(), start, by_hierarchy, element_count(),
      [&](std::uint32_t element) -> std::optional<NodeId> {
        const NodeId node = graph.node(tile_of(element));
        return graph.passable(node) ? std::optional(node) : std::nullopt;
      },
      [&](Cost cost) { return graph.in_tiles(cost); });
}

Edited ViewedGrid::edit(const Edit& edit) const {
  if (edit.tiles.empty())
    throw HttpError{400, "tiles: name at least one, such as {\"tiles\":[[3,4]],\"letter\":\"@\"}"};
  const auto begin = std::chrono::steady_clock::now();
  auto changed = snapshot().edit(edit.tiles);
  if (!changed) throw HttpError{400, changed.error().message};
  Edited edited;
  edited.microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  for (const auto cells : changed->counts.cells) edited.customized += cells;
  edited.changed = box_around(edit.tiles);
  edited.world = std::make_shared<ViewedGrid>(
      std::make_shared<LoadedGrid>(std::move(changed->snapshot), *world_));
  return edited;
}

std::vector<std::uint32_t> ViewedGrid::cell_sizes() const {
  const std::uint32_t side = std::min(snapshot().grid().width(), snapshot().grid().height());
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t size : {8u, 16u, 32u, 64u}) {
    if (2 * size <= side) sizes.push_back(size);
  }
  return sizes;
}

std::shared_ptr<const ViewedWorld> ViewedGrid::with_cell_size(std::uint32_t size,
                                                              const Progress& progress) const {
  GridBuildOptions options = snapshot().options();
  options.cell_size = size;
  auto built = take(GridSnapshot::build(snapshot().grid(), snapshot().metric(), options, progress));
  return std::make_shared<ViewedGrid>(std::make_shared<LoadedGrid>(std::move(built), *world_));
}

std::shared_ptr<const ViewedWorld> ViewedGrid::with_tables(const Progress& progress) const {
  auto built = snapshot().with_tables({}, {}, progress);
  if (!built) return nullptr;
  return std::make_shared<ViewedGrid>(std::make_shared<LoadedGrid>(std::move(*built), *world_));
}

}  // namespace portolan::detail::cli
