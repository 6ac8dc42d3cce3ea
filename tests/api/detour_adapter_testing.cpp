#include "tests/api/detour_adapter_testing.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "portolan/navmesh/doorway_points.h"

namespace portolan::detail {
namespace {

DetourPathfinder pathfinder_of(const dtNavMesh& mesh, const dtQueryFilter& filter) {
  Result<DetourPathfinder> pathfinder = DetourPathfinder::build(mesh, filter);
  if (!pathfinder) throw std::runtime_error(pathfinder.error().message);
  return *pathfinder;
}

Vec3 vec3_of(const std::array<float, 3>& v) { return {v[0], v[1], v[2]}; }

double apart(const Vec3& a, const Vec3& b) { return static_cast<double>(distance(a, b)); }

}  // namespace

Found path_of(DetourQuery& query, const dtQueryFilter& filter, const Spot& from, const Spot& to,
              int limit) {
  Found found;
  found.refs.resize(static_cast<std::size_t>(limit));
  int count = 0;
  found.status = query.findPath(from.ref, to.ref, from.point.data(), to.point.data(), &filter,
                                found.refs.data(), &count, limit);
  found.refs.resize(static_cast<std::size_t>(count));
  return found;
}

Planned::Planned(DetourMesh mesh, const dtQueryFilter& filter)
    : mesh_(std::move(mesh)),
      filter_(filter),
      pathfinder_(pathfinder_of(*mesh_, filter)),
      query_(pathfinder_),
      index_(polygons().refs),
      detour_(dtAllocNavMeshQuery()) {
  detour_->init(mesh_.get(), 65'535);
}

Spot Planned::spot(const Vec3& at, const dtQueryFilter& filter) const {
  const float point[3] = {at.x, at.y, at.z}, extent[3] = {3, 3, 3};
  Spot found;
  detour_->findNearestPoly(point, extent, &filter, &found.ref, found.point.data());
  EXPECT_NE(found.ref, 0u);
  return found;
}

Spot Planned::random_spot(std::mt19937& random) const {
  const PolygonMesh& mesh = polygons();
  const std::uint32_t polygon = static_cast<std::uint32_t>(random() % mesh.polygon_count());
  Vec3 sum;
  float weights = 0.0f;
  for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i) {
    const float weight = 1.0f + static_cast<float>(random() % 8);
    sum = sum + mesh.corner(polygon, i) * weight;
    weights += weight;
  }
  const Vec3 at = sum * (1.0f / weights);
  return {static_cast<dtPolyRef>(mesh.refs[polygon]), {at.x, at.y, at.z}};
}

Found Planned::path(const Spot& from, const Spot& to, int limit) const {
  return path_of(query_, filter_, from, to, limit);
}

Found Planned::detour_path(const Spot& from, const Spot& to) const {
  Found found;
  found.refs.resize(4096);
  int count = 0;
  found.status = detour_->findPath(from.ref, to.ref, from.point.data(), to.point.data(), &filter_,
                                   found.refs.data(), &count, 4096);
  found.refs.resize(static_cast<std::size_t>(count));
  return found;
}

Straight Planned::straight_path(const Spot& from, const Spot& to,
                                const std::vector<dtPolyRef>& refs) const {
  Straight straight;
  straight.points.resize(1024);
  straight.flags.resize(1024);
  int count = 0;
  straight.status = detour_->findStraightPath(
      from.point.data(), to.point.data(), refs.data(), static_cast<int>(refs.size()),
      straight.points.data()->data(), straight.flags.data(), nullptr, &count, 1024);
  straight.points.resize(static_cast<std::size_t>(count));
  straight.flags.resize(static_cast<std::size_t>(count));
  return straight;
}

bool Planned::straight_path_has_link(const Spot& from, const Spot& to,
                                     const std::vector<dtPolyRef>& refs) const {
  const Straight straight = straight_path(from, to, refs);
  EXPECT_EQ(straight.status, DT_SUCCESS);
  return std::any_of(straight.flags.begin(), straight.flags.end(), [](unsigned char flags) {
    return (flags & DT_STRAIGHTPATH_OFFMESH_CONNECTION) != 0;
  });
}

std::uint8_t Planned::area(dtPolyRef ref) const {
  unsigned char area = 0;
  EXPECT_TRUE(dtStatusSucceed(mesh_->getPolyArea(ref, &area)));
  return area;
}

double Planned::cost_of(const Spot& from, const Spot& to,
                        const std::vector<dtPolyRef>& refs) const {
  const PolygonMesh& mesh = polygons();
  const std::vector<Vec3> points = make_doorway_points(mesh);
  using Reached = std::vector<std::pair<Vec3, double>>;  // where one may be, and the cost so far
  Reached reached{{vec3_of(from.point), 0.0}};
  const auto go = [&](const Vec3& point, double price) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& [at, cost] : reached) best = std::min(best, cost + apart(at, point) * price);
    return std::pair(point, best);
  };
  for (std::size_t i = 0; i + 1 < refs.size(); ++i) {
    const double price = static_cast<double>(filter_.getAreaCost(area(refs[i])));
    Reached next;
    if (is_link(refs[i]) || is_link(refs[i + 1])) {
      const dtPolyRef ref = is_link(refs[i]) ? refs[i] : refs[i + 1];
      const auto ground = index(*index_.find(is_link(refs[i]) ? refs[i + 1] : refs[i]));
      for (const PolygonLink& l : mesh.links) {
        if (l.ref != ref) continue;
        if (l.from_polygon == ground) next.push_back(go(l.link.from, price));
        if (l.to_polygon == ground) next.push_back(go(l.link.to, price));
      }
    } else {
      const auto a = index(*index_.find(refs[i])), b = index(*index_.find(refs[i + 1]));
      for (std::uint32_t d = 0; d < points.size(); ++d) {
        const Portal& portal = mesh.portals[d];
        const bool there =
            portal.polygons[0] == a && portal.polygons[1] == b && portal.crossable_from[0];
        const bool back =
            portal.polygons[1] == a && portal.polygons[0] == b && portal.crossable_from[1];
        if (there || back) next.push_back(go(points[d], price));
      }
    }
    reached = std::move(next);
  }
  return go(vec3_of(to.point), static_cast<double>(filter_.getAreaCost(area(refs.back())))).second;
}

bool Planned::compare(std::mt19937& random) const {
  const Spot from = random_spot(random), to = random_spot(random);
  const Found theirs = detour_path(from, to), ours = path(from, to);
  EXPECT_EQ(dtStatusDetail(ours.status, DT_PARTIAL_RESULT),
            dtStatusDetail(theirs.status, DT_PARTIAL_RESULT));
  EXPECT_TRUE(dtStatusSucceed(ours.status));
  EXPECT_EQ(ours.refs.front(), from.ref);
  const Straight straight = straight_path(from, to, ours.refs);
  EXPECT_EQ(straight.status, DT_SUCCESS);
  if (theirs.status != DT_SUCCESS) return false;
  EXPECT_EQ(ours.refs.back(), to.ref);
  // Costs are rounded up to 1/1024 m at every move.
  const double rounding = static_cast<double>(theirs.refs.size() + 1) / 1024.0;
  EXPECT_LE(cost_of(from, to, ours.refs), cost_of(from, to, theirs.refs) + rounding);
  EXPECT_LT(apart(vec3_of(straight.points.back()), vec3_of(to.point)), 0.01);
  return true;
}

}  // namespace portolan::detail
