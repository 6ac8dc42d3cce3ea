#include "mesh/mesh_query_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "failure.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "scenes/random.h"
#include "world/random_queries.h"

namespace portolan::detail::cli {
namespace {

/// Draws points that an agent can stand on, all spots of ground equally likely.
class PointDrawer {
 public:
  PointDrawer(const NavMeshSnapshot& world, std::uint64_t seed) : world_(world), random_(seed) {
    const PolygonMesh& mesh = world.mesh().polygons();
    double sum = 0.0;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
      if (!world.passable(PolygonId{p})) continue;
      for (std::uint32_t i = 2; i < mesh.corner_count(p); ++i) {
        const double area = std::abs(
            double{area_from_above(mesh.corner(p, 0), mesh.corner(p, i - 1), mesh.corner(p, i))});
        if (area > 0.0) triangles_.push_back({p, i, sum += area});
      }
    }
  }

  bool empty() const { return triangles_.empty(); }

  MeshPlace draw() {
    const double at = unit() * triangles_.back().areas;
    const auto drawn =
        std::min(std::upper_bound(triangles_.begin(), triangles_.end(), at,
                                  [](double value, const Triangle& t) { return value < t.areas; }),
                 triangles_.end() - 1);
    const PolygonMesh& mesh = world_.mesh().polygons();
    auto u = static_cast<float>(unit());
    auto v = static_cast<float>(unit());
    if (u + v > 1.0f) {  // the other half of the parallelogram, folded over
      u = 1.0f - u;
      v = 1.0f - v;
    }
    const Vec3& a = mesh.corner(drawn->polygon, 0);
    const Vec3 point = a + (mesh.corner(drawn->polygon, drawn->corner - 1) - a) * u +
                       (mesh.corner(drawn->polygon, drawn->corner) - a) * v;
    return {drawn->polygon, point};
  }

 private:
  /// Corners 0, corner - 1 and corner of a polygon.
  struct Triangle {
    std::uint32_t polygon;
    std::uint32_t corner;
    double areas;  ///< Of all up to this one.
  };
  double unit() { return static_cast<double>(random_.next() >> 11) * 0x1p-53; }

  const NavMeshSnapshot& world_;
  scenes::Random random_;
  std::vector<Triangle> triangles_;
};

}  // namespace

std::vector<PointQuery> load_mesh_queries(const std::string& text, const NavMeshSnapshot& world,
                                          std::size_t limit) {
  if (const auto asked = parse_random_queries(text)) {
    return make_random_mesh_queries(world, std::min<std::size_t>(asked->count, limit), asked->seed);
  }
  auto queries = take(load_point_queries(text));
  if (queries.empty()) throw Failure{ExitCode::bad_input, text + ": there are no queries in it"};
  if (queries.size() > limit) queries.resize(limit);
  return queries;
}

std::vector<PointQuery> make_random_mesh_queries(const NavMeshSnapshot& world, std::size_t count,
                                                 std::uint64_t seed) {
  PointDrawer drawer(world, seed);
  NavMeshQuery query;
  std::vector<PointQuery> queries;
  // Where all ground is split into many small parts, few of the pairs have a path.
  const std::size_t most_tries = drawer.empty() ? 0 : 1000 * (count + 1);
  for (std::size_t i = 0; i < most_tries && queries.size() < count; ++i) {
    const MeshPlace from = drawer.draw();
    const MeshPlace to = drawer.draw();
    Cost cost = kInfinite;
    if (from.point == to.point ||
        query.find_cost(world, from, to, NavMeshQueryOptions{}, cost) != Status::complete) {
      continue;
    }
    PointQuery& drawn = queries.emplace_back();
    drawn.from = from.point;
    drawn.to = to.point;
  }
  if (queries.size() == count) return queries;
  throw Failure{
      ExitCode::bad_input,
      fmt::format("only {} of {} pairs of points that were drawn have a path between them, "
                  "{} were asked for; give the pairs in a file",
                  queries.size(), most_tries, count)};
}

}  // namespace portolan::detail::cli
