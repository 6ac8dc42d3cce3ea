/// Navigation meshes: convex polygons, off-mesh links, area costs for each agent type. Component
/// Portolan::navmesh.
///
///     const auto world = portolan::NavMeshSnapshot::build(mesh);  // or build_nav_mesh in recast.h
///     portolan::NavMeshQuery query;                               // one for each thread
///     const portolan::NavMeshPath path = query.find_path(*world, {5, 0, 5}, {75, 0, 75});
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/types.h"

namespace portolan {

namespace detail {
class NavMeshSnapshot;
class PolygonLocator;
class PortalEdges;
}  // namespace detail

inline constexpr std::uint32_t kAreaCount = 64;  ///< Area types are numbered below this.

/// The border that two polygons share, or the part of it that can be crossed.
struct Portal {
  Vec3 ends[2];               ///< As seen when going from polygons[0] to [1]: left, then right.
  std::uint32_t polygons[2];  ///< Different from each other.
  bool crossable_from[2] = {true, true};  ///< By place in `polygons`: the side one comes from.

  Vec3 middle() const { return (ends[0] + ends[1]) * 0.5f; }
};

/// An off-mesh link with the polygons that it begins and ends in.
struct PolygonLink {
  OffMeshLink link;
  std::uint32_t from_polygon;
  std::uint32_t to_polygon;
  std::uint64_t ref = 0;  ///< What the mesh's maker calls it (a dtPolyRef); 0 where unknown.
};

/// Convex polygons as plain arrays: what loaders make and a NavMesh is made from. Their surfaces
/// may lie above each other. Seen from above all go round the same way, whichever.
struct PolygonMesh {
  std::vector<Vec3> vertices;
  std::vector<std::uint32_t> corner_begin{0};  ///< By polygon, and one more.
  std::vector<std::uint32_t> corners;          ///< Indices of vertices, polygon by polygon.
  std::vector<std::uint8_t> areas;             ///< By polygon, below kAreaCount; empty: all 0.
  std::vector<std::uint16_t> flags;            ///< By polygon, bits of the user; empty: all 1.
  std::vector<std::uint64_t> refs;      ///< By polygon, the maker's name for it; may be empty.
  std::vector<std::string> area_names;  ///< By area; may be short.
  std::vector<Portal> portals;
  std::vector<PolygonLink> links;

  std::uint32_t polygon_count() const {
    return static_cast<std::uint32_t>(corner_begin.size() - 1);
  }
  std::uint32_t corner_count(std::uint32_t polygon) const {
    return corner_begin[polygon + 1] - corner_begin[polygon];
  }
  const Vec3& corner(std::uint32_t polygon, std::uint32_t i) const {
    return vertices[corners[corner_begin[polygon] + i]];
  }
};

/// Fills in `portals`: one for every two polygons that share an edge, that is, two vertices by
/// index. An edge of three or more polygons gives one for each two of them; fails for one of more
/// than 32, and for arrays that do not fit each other.
Result<Done> find_portals(PolygonMesh& mesh);

/// The mesh without the polygons that no portal and no link joins to another. `refs` still tells
/// which polygon was which.
PolygonMesh without_unconnected(const PolygonMesh& mesh);

/// Adds off-mesh links to a mesh that is made already; their ends are moved onto the nearest
/// polygons, which may be `extent` away along each axis (x and z: the link's own radius, if it has
/// one). Returns the numbers of those that begin or end farther off and were left out.
std::vector<std::uint32_t> add_links(PolygonMesh& mesh, std::span<const OffMeshLink> links,
                                     const Vec3& extent);

/// A point on a polygon.
struct MeshPlace {
  std::uint32_t polygon = 0xFFFF'FFFFu;
  Vec3 point;

  friend bool operator==(const MeshPlace&, const MeshPlace&) = default;
};

/// What moving costs one agent type, by area; several agent types are several metrics over one
/// mesh and partition. Agents of another size need another mesh: its walls lie elsewhere. A metre
/// in an area costs as many metres as the area's number says.
struct NavMeshMetric {
  static constexpr float kBlocked = 0.0f;
  static constexpr float kLeast = 1e-3f;
  static constexpr float kMost = 1e4f;

  std::string name = "default";
  std::array<float, kAreaCount> cost = all_ones();  ///< kBlocked, or [kLeast, kMost].
  std::uint16_t include_flags = 0xFFFF;             ///< A polygon or link needs one of these flags,
  std::uint16_t exclude_flags = 0;                  ///< and none of these.

  /// The cost of a metre; kBlocked where the agent may not go.
  float of(std::uint8_t area, std::uint16_t flags) const {
    return (flags & include_flags) != 0 && (flags & exclude_flags) == 0 ? cost[area] : kBlocked;
  }
  friend bool operator==(const NavMeshMetric&, const NavMeshMetric&) = default;

 private:
  static constexpr std::array<float, kAreaCount> all_ones() {
    std::array<float, kAreaCount> ones{};
    ones.fill(1.0f);
    return ones;
  }
};

/// A navigation mesh: convex polygons, the portals between them, off-mesh links, and the means to
/// find the polygon under a point. Immutable and cheap to copy; any number of threads may ask it.
class NavMesh {
 public:
  /// How far from a point its polygon may be, along each axis, in metres.
  static constexpr Vec3 kDefaultExtent{2.0f, 4.0f, 2.0f};
  /// As far as it takes.
  static constexpr Vec3 kAnywhere{3.4e38f, 3.4e38f, 3.4e38f};

  NavMesh() = default;
  /// Fails for a mesh without polygons, and for arrays that do not fit each other: the message
  /// names the polygon, portal or link.
  static Result<NavMesh> make(PolygonMesh polygons);

  const PolygonMesh& polygons() const;
  std::uint32_t polygon_count() const { return polygons().polygon_count(); }

  /// The place nearest to a point, on the right storey where surfaces lie above each other, of
  /// all polygons that come within `extent` of the point along each axis and that `wanted`, where
  /// given, takes.
  std::optional<MeshPlace> find_nearest(
      const Vec3& point, const Vec3& extent = kDefaultExtent,
      const std::function<bool(std::uint32_t polygon)>& wanted = {}) const;
  /// The place on one polygon nearest to a point.
  MeshPlace place_on(std::uint32_t polygon, const Vec3& point) const;
  std::size_t bytes() const;

  // For Portolan itself.
  const detail::PolygonLocator& locator() const;
  const detail::PortalEdges& portal_edges() const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// How a mesh is built.
struct NavMeshOptions {
  /// What tables may take: with them a query is a look-up. 0: none are built. What does not fit is
  /// searched for; SnapshotInfo::table_reason tells.
  std::uint64_t table_bytes = kDefaultTableBytes;
  /// How many polygons, then cells, make one cell, by level; the last number is repeated. Empty:
  /// chosen. [2, 1024] each
  std::vector<std::uint32_t> merge{};
  unsigned levels = 0;      ///< At most so many; 0: until each component is one cell. [0, 64]
  bool store_paths = true;  ///< Keep the paths between gates instead of searching them again.
};

struct NavMeshQueryOptions {
  Method method = Method::automatic;
  bool waypoints = true;                  ///< Whether way-points are wanted beside the polygons.
  Vec3 extent = NavMesh::kDefaultExtent;  ///< How far from the mesh ends may lie.
  /// How many gates, or doorways by A*, a search may expand. Nothing is limited where tables answer
  /// and inside the cells of start and goal.
  std::uint64_t max_expansions = ~std::uint64_t{0};
  /// Where the goal is out of reach: the path, then partial, to the place nearest to it that is
  /// not. Costs about as much as a complete one.
  bool nearest = false;
};

/// Where a path turns, and the polygon that the path from there on begins in.
struct Waypoint {
  Vec3 point;
  std::uint32_t polygon;
  bool link = false;  ///< From here to the next way-point one follows an off-mesh link.

  friend bool operator==(const Waypoint&, const Waypoint&) = default;
};

/// A path on a mesh. Reuse one from query to query: its memory is kept.
struct NavMeshPath {
  Status status = Status::unreachable;
  /// Metres times the costs of the areas, from doorway to doorway: what the path was chosen by, and
  /// more than `length` where it turns between them. A doorway is passed at one point of its
  /// portal, not always the middle. Infinite without a path.
  double cost = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> polygons;  ///< From the start's to the goal's, each beside the next.
  /// The turns, start and goal included. Between two of them the path is straight as seen from
  /// above; on uneven ground the height in between is that of the polygons.
  std::vector<Waypoint> waypoints;
  std::uint64_t version = 0;  ///< Of the snapshot that answered.

  explicit operator bool() const { return status == Status::complete; }
  double length() const;  ///< Of the way-points, in metres.
};

/// A mesh, a metric, the hierarchy and the tables for it at one moment. Immutable and cheap to
/// copy; any number of threads may query it.
class NavMeshSnapshot {
 public:
  /// Fails for options and costs that are out of their range, for polygons with so many doorways
  /// that no hierarchy could be stored, and when cancelled.
  static Result<NavMeshSnapshot> build(NavMesh mesh, const NavMeshMetric& metric = {},
                                       const NavMeshOptions& options = {},
                                       const Execution& execution = {});
  /// The same mesh and partition for another agent type, or with an area opened or closed. Takes
  /// about a third of what `build` takes without tables, and two thirds with them.
  Result<NavMeshSnapshot> with_metric(const NavMeshMetric& metric,
                                      const Execution& execution = {}) const;

  const NavMesh& mesh() const;
  const NavMeshMetric& metric() const;
  bool passable(std::uint32_t polygon) const;  ///< Whether the metric lets an agent enter it.
  /// The nearest place that an agent of the metric can stand on.
  std::optional<MeshPlace> find_nearest(const Vec3& point,
                                        const Vec3& extent = NavMesh::kDefaultExtent) const;
  SnapshotInfo info() const;

  // For Portolan itself.
  NavMeshSnapshot(detail::NavMeshSnapshot inside, std::uint64_t table_bytes);
  const detail::NavMeshSnapshot& inside() const { return *inside_; }

 private:
  std::shared_ptr<const detail::NavMeshSnapshot> inside_;
  std::uint64_t table_bytes_ = 0;  // of the options
};

/// The snapshot of an agent type, by the name of its metric, among those of one mesh, such as
/// load_nav_mesh gives. Fails for a name that none has, and says which there are.
Result<NavMeshSnapshot> find_agent(std::span<const NavMeshSnapshot> agents, std::string_view name);

/// Answers queries on snapshots of meshes; make one for each thread. Allocates nothing after
/// warm-up. All costs are optimal in the graph of doorways.
class NavMeshQuery {
 public:
  NavMeshQuery();
  ~NavMeshQuery();
  NavMeshQuery(NavMeshQuery&&) noexcept;
  NavMeshQuery& operator=(NavMeshQuery&&) noexcept;

  /// The cheapest path between the places nearest to two points; status and cost are in it.
  NavMeshPath find_path(const NavMeshSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                        const NavMeshQueryOptions& options = {});
  /// The same into a path whose memory is used again.
  Status find_path(const NavMeshSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                   NavMeshPath& path, const NavMeshQueryOptions& options = {});
  /// The same between places that NavMeshSnapshot::find_nearest gave before.
  Status find_path_between(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                           const MeshPlace& goal, NavMeshPath& path,
                           const NavMeshQueryOptions& options = {});
  /// Only its cost: infinite where there is no path.
  double find_cost(const NavMeshSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                   const NavMeshQueryOptions& options = {});

  /// The place nearest to `goal`, within `extent` of it, that can be reached from `start`: where to
  /// go instead when a goal is out of reach. None where the start is farther off the mesh than
  /// NavMesh::kDefaultExtent.
  std::optional<MeshPlace> find_nearest_reachable(const NavMeshSnapshot& snapshot,
                                                  const Vec3& start, const Vec3& goal,
                                                  const Vec3& extent = NavMesh::kAnywhere);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan
