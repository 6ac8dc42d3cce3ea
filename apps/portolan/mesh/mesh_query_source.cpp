#include "mesh/mesh_query_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "failure.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/navmesh/place_drawer.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
std::vector<PointQuery> load_mesh_queries(const std::string& text, const NavMeshSnapshot& world,
                                          std::size_t limit, bool any_pair) {
  if (const auto asked = parse_random_queries(text)) {
    return make_random_mesh_queries(world, std::min<std::size_t>(asked->count, limit), asked->seed,
                                    any_pair);
  }
  auto queries = take(load_point_queries(text));
  if (queries.empty()) throw Failure{ExitCode::bad_input, text + ": there are no queries in it"};
  if (queries.size() > limit) queries.resize(limit);
  return queries;
}

std::vector<PointQuery> make_random_mesh_queries(const NavMeshSnapshot& world, std::size_t count,
                                                 std::uint64_t seed, bool any_pair) {
  PlaceDrawer drawer(world, seed);
  NavMeshQuery query;
  std::vector<PointQuery> queries;
  // Where all ground is split into many small parts, few of the pairs have a path.
  const std::size_t most_tries = 1000 * (count + 1);
  for (std::size_t i = 0; i < most_tries && queries.size() < count; ++i) {
    const std::optional<MeshPlace> from = drawer.draw();
    const std::optional<MeshPlace> to = drawer.draw();
    if (!from || !to) break;  // there is no ground
    if (from->point == to->point) continue;
    Cost cost = kInfinite;
    if (!any_pair && query.find_cost(world, *from, *to, {}, cost) != Status::complete) continue;
    PointQuery& drawn = queries.emplace_back();
    drawn.from = from->point;
    drawn.to = to->point;
  }
  if (queries.size() == count) return queries;
  throw Failure{
      ExitCode::bad_input,
      fmt::format("only {} of {} pairs of points that were drawn have a path between them, "
                  "{} were asked for; give the pairs in a file",
                  queries.size(), most_tries, count)};
}

}  // namespace portolan::detail::cli
