#include "terrain/terrain_query_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "failure.h"
#include "portolan/io/queries/point_queries.h"
#include "portolan/terrain/terrain_query.h"
#include "scenes/random.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
namespace {

std::vector<TerrainEnds> make_random_queries(const LoadedTerrain& world, std::size_t count,
                                             std::uint64_t seed, bool any_pair) {
  scenes::Random random(seed);
  TerrainQuery query;
  std::vector<TerrainEnds> drawn;
  const std::uint32_t triangles = world.snapshot().mesh().triangle_count();
  // Where the ground is split into many small parts, few of the pairs have a path.
  const std::size_t most_tries = 1000 * (count + 1);
  for (std::size_t i = 0; i < most_tries && drawn.size() < count; ++i) {
    const TriangleId start{random.below(triangles)};
    const TriangleId goal{random.below(triangles)};
    Cost cost = kInfinite;
    if (start == goal) continue;
    const Status status =
        query.find_cost(world.snapshot(), node_of(start), node_of(goal), {}, cost);
    if (status != Status::complete && !(any_pair && status == Status::unreachable)) continue;
    drawn.push_back(ends_between(world, start, goal));
  }
  if (drawn.size() == count) return drawn;
  throw Failure{ExitCode::bad_input,
                fmt::format("only {} of {} pairs of triangles that were drawn have a path between "
                            "them, {} were asked for; give the pairs in a file",
                            drawn.size(), most_tries, count)};
}

/// The first `limit` queries read from `file`; `place` is where one of their points lies.
template <class Query, class Place>
std::vector<TerrainEnds> ends_of(const LoadedTerrain& world, const std::string& file,
                                 const std::vector<Query>& read, std::size_t limit, Place&& place) {
  if (read.empty()) throw Failure{ExitCode::bad_input, file + ": there are no queries in it"};
  std::vector<TerrainEnds> queries;
  for (const Query& query : read) {
    if (queries.size() == limit) break;
    queries.push_back(find_ends(world, place(query.from), place(query.to)));
    queries.back().reference_cost = query.reference_cost;
  }
  return queries;
}

/// Those of a file in metres. Where its columns are those of a map, names the option for these.
std::vector<PointQuery> take_ground_queries(const std::string& file) {
  auto read = load_ground_queries(file);
  if (!read && load_map_queries(file)) {
    read = Error{read.error().message +
                 "; or, where its from_y and to_y are those of a map, give --coordinates map to "
                 "path or run"};
  }
  return take(std::move(read));
}

}  // namespace

TerrainEnds find_ends(const LoadedTerrain& world, const GroundPoint& from, const GroundPoint& to) {
  return {from, to, world.locator().find(from.x, from.z), world.locator().find(to.x, to.z)};
}

TerrainEnds ends_between(const LoadedTerrain& world, TriangleId start, TriangleId goal) {
  const Vec3 from = centre_of(world.snapshot().mesh(), start);
  const Vec3 to = centre_of(world.snapshot().mesh(), goal);
  return {{from.x, from.z}, {to.x, to.z}, start, goal};
}

std::vector<TerrainEnds> load_terrain_queries(const std::string& text, const LoadedTerrain& world,
                                              std::size_t limit, const QueryArguments& arguments) {
  if (const auto asked = parse_random_queries(text)) {
    return make_random_queries(world, std::min<std::size_t>(asked->count, limit), asked->seed,
                               arguments.any_pair);
  }
  if (arguments.map_coordinates) {
    return ends_of(world, text, take(load_map_queries(text)), limit,
                   [&](const MapPoint& point) { return world.from_map(point); });
  }
  return ends_of(world, text, take_ground_queries(text), limit, [](const Vec3& point) {
    return GroundPoint{point.x, point.z};
  });
}

}  // namespace portolan::detail::cli
