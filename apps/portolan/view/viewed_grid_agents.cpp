// What agents need of a grid.
#include <bit>
#include <cmath>
#include <cstdlib>

#include "view/batch_routes.h"
#include "view/viewed_grid.h"

namespace portolan::detail::cli {
namespace {

/// Tiles for a batch, and its paths as lines.
struct TileLines {
  Tile place(const Spot& spot) const { return tile_at(spot.point); }
  void write(const GridPaths& paths, std::size_t i, Route& route) const {
    route.points = line_through(paths.tiles[i]);
  }
};

/// The move from one tile towards another that lies in a straight run.
Tile step_towards(Tile from, Tile to) {
  const auto sign = [](std::int32_t n) { return n < 0 ? -1 : n > 0 ? 1 : 0; };
  return {sign(to.x - from.x), sign(to.y - from.y)};
}

}  // namespace

std::uint32_t ViewedGrid::component_of(std::uint32_t element) const {
  const Tile tile = tile_of(element);
  if (!snapshot().passable(tile)) return kNoComponent;
  const NodeId node = snapshot().graph().node(tile);
  const GridWorld& world = snapshot().world();
  return snapshot().hierarchy().component(world.home_cell(node), world.home_index(node));
}

Vec3 ViewedGrid::point_on(std::uint32_t element, float, float) const {
  return middle_of(tile_of(element));
}

std::unique_ptr<RouteFinder> ViewedGrid::make_route_finder() const {
  return std::make_unique<BatchRoutes<portolan::GridSnapshot, TileLines>>(
      portolan::GridSnapshot(snapshot()), TileLines{});
}

Route ViewedGrid::step_randomly(const Spot& from, scenes::Random& random) const {
  const Tile tile = tile_of(from.element);
  const unsigned moves = snapshot().graph().moves(index(snapshot().graph().node(tile)));
  Route route;
  route.points.push_back(middle_of(tile));
  if (moves == 0) return route;
  std::uint32_t chosen = random.below(static_cast<std::uint32_t>(std::popcount(moves)));
  for (unsigned d = 0; d < 8; ++d) {
    if (((moves >> d) & 1) == 0 || chosen-- != 0) continue;
    route.points.push_back(middle_of({tile.x + kDirections[d].x, tile.y + kDirections[d].y}));
    break;
  }
  return route;
}

std::uint32_t ViewedGrid::element_on(const Route& route, std::size_t next,
                                     const Vec3& position) const {
  if (next == 0 || next >= route.points.size())
    return element_of(tile_at(next == 0 ? position : route.points.back()));
  // The tile of the run whose middle is nearest; beside a diagonal lie others.
  const Vec3& begin = route.points[next - 1];
  const Tile first = tile_at(begin);
  const Tile step = step_towards(first, tile_at(route.points[next]));
  const float far = std::max(std::abs(position.x - begin.x), std::abs(position.z - begin.z));
  const auto moves = static_cast<std::int32_t>(std::lround(far));
  return element_of({first.x + moves * step.x, first.y + moves * step.y});
}

Vec3 ViewedGrid::step_end(const Route& route, std::size_t next, const Vec3& position) const {
  const Vec3& end = route.points[next];
  if (next == 0) return end;
  constexpr float kHere = 1e-3f;  // of a tile: the middle that it stands on is behind it
  const Vec3& begin = route.points[next - 1];
  const auto along = [&begin](const Vec3& point) {
    return std::max(std::abs(point.x - begin.x), std::abs(point.z - begin.z));
  };
  const float moves = std::floor(along(position) + kHere) + 1.0f;
  return moves >= along(end) ? end : begin + (end - begin) * (moves / along(end));
}

bool ViewedGrid::is_clear(const Route& route, std::size_t next, std::uint32_t place) const {
  const GridGraph& graph = snapshot().graph();
  Tile at = tile_of(place);
  for (std::size_t i = next; i < route.points.size(); ++i) {
    for (const Tile end = tile_at(route.points[i]); at != end;) {
      const Tile step = step_towards(at, end);
      const Tile to{at.x + step.x, at.y + step.y};
      const unsigned direction = graph.direction(graph.node(at), graph.node(to));
      if (!graph.passable(at) || ((graph.moves(index(graph.node(at))) >> direction) & 1) == 0)
        return false;
      at = to;
    }
  }
  return graph.passable(at);
}

}  // namespace portolan::detail::cli
