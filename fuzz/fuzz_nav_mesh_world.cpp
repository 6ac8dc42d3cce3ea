#include <cstdlib>
#include <vector>

#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "right_checksums.h"

namespace portolan::detail {
namespace {

/// A place in the middle of a polygon.
MeshPlace middle_of(const NavMesh& mesh, std::uint32_t polygon) {
  const PolygonMesh& polygons = mesh.polygons();
  const Vec3 middle = (polygons.corner(polygon, 0) + polygons.corner(polygon, 1)) * 0.5f;
  return mesh.place_on(polygon, (middle + polygons.corner(polygon, 2)) * 0.5f);
}

/// The cheapest edge of level 0 between two nodes; kInfinite for none.
Cost edge(const NavMeshWorld& world, NodeId from, NodeId to) {
  Cost cheapest = kInfinite;
  world.for_each_edge(index(from), Label{}, [&](std::uint32_t node, Cost cost, std::uint32_t) {
    if (NodeId{node} == to && cost < cheapest) cheapest = cost;
  });
  return cheapest;
}

/// Asks for some paths by all methods; they must be made of edges that exist, and be no cheaper
/// than the cheapest.
void ask(NavMeshQuery& query, const NavMeshSnapshot& world) {
  const std::uint32_t count = world.mesh().polygon_count();
  NavMeshPath path;
  NavMeshPath base;
  for (std::uint32_t k = 0; k < 8; ++k) {
    NavMeshQueryOptions options;
    options.search.level = k % (world.hierarchy().levels() + 1);
    options.search.connect = static_cast<ConnectMethod>(k % 5);
    options.tables = k % 2 == 0;
    const MeshPlace start = middle_of(world.mesh(), k * 31 % count);
    const MeshPlace goal = middle_of(world.mesh(), count - 1 - k * 17 % count);
    query.find_path(world, start, goal, options, path);
    query.find_path_astar(world, start, goal, options, base);
    if (path.status != Status::complete) continue;
    if (base.status != Status::complete || path.cost < base.cost) std::abort();
    for (std::size_t i = 1; i < path.nodes.size(); ++i) {
      if (edge(world.world(), path.nodes[i - 1], path.nodes[i]) == kInfinite) {
        std::abort();
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto file = with_right_checksums(std::as_bytes(std::span(data, size)));
  const auto baked = parse_nav_mesh_world(*make_shared_bytes(file), "fuzz.world");
  if (!baked) return 0;
  NavMeshQuery query;
  for (const NavMeshSnapshot& agent : baked->agents) {
    for (unsigned level = 1; level <= agent.hierarchy().levels(); ++level) {
      if (agent.hierarchy().level_size(level).bytes > agent.hierarchy().bytes()) std::abort();
    }
    ask(query, agent);
  }
  return 0;
}

}  // namespace portolan::detail
