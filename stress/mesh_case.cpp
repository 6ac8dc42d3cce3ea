#include <algorithm>
#include <cmath>
#include <vector>

#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "stress/answers.h"
#include "stress/cases.h"
#include "stress/random_mesh.h"
#include "tests/temporary_folder.h"

namespace portolan::detail::stress {
namespace {

/// The moves over a mesh from their description: straight from doorway to doorway within a polygon,
/// and along links. Where doorways are crossed, and in which unit, is asked of the snapshot.
class Rules {
 public:
  struct Door {
    std::uint32_t node;
    bool enter;
    bool leave;
  };

  explicit Rules(const NavMeshSnapshot& snapshot)
      : mesh_(snapshot.mesh().polygons()),
        metric_(snapshot.metric()),
        layout_(snapshot.world().layout()),
        units_(snapshot.world().costs().units_per_metre),
        doors_(mesh_.polygon_count()),
        next_(mesh_.polygon_count()) {
    std::uint32_t doorway = 0;
    const auto add = [&](std::uint32_t polygon, bool enter, bool leave) {
      doors_[polygon].push_back({index(layout_.node(DoorwayId{doorway})), enter, leave});
    };
    for (const Portal& portal : mesh_.portals) {
      add(portal.polygons[0], portal.crossable_from[1], portal.crossable_from[0]);
      add(portal.polygons[1], portal.crossable_from[0], portal.crossable_from[1]);
      if (portal.crossable_from[0]) next_[portal.polygons[0]].push_back(portal.polygons[1]);
      if (portal.crossable_from[1]) next_[portal.polygons[1]].push_back(portal.polygons[0]);
      ++doorway;
    }
    for (const PolygonLink& link : mesh_.links) {
      add(link.from_polygon, link.link.both_ways, true);
      ++doorway;
      add(link.to_polygon, true, link.link.both_ways);
      ++doorway;
      next_[link.from_polygon].push_back(link.to_polygon);
      if (link.link.both_ways) next_[link.to_polygon].push_back(link.from_polygon);
    }
  }

  double cost_of(std::uint32_t polygon) const {
    return metric_.of(mesh_.areas[polygon], mesh_.flags[polygon]);
  }

  PlainGraph graph() const {
    PlainGraph made(layout_.node_count());
    for (std::uint32_t p = 0; p < mesh_.polygon_count(); ++p) {
      if (cost_of(p) == 0.0) continue;
      for (const Door& a : doors_[p]) {
        for (const Door& b : doors_[p]) {
          if (a.node != b.node && a.enter && b.leave)
            made.add(a.node, b.node, cost(p, place(a), place(b)));
        }
      }
    }
    auto doorway = static_cast<std::uint32_t>(mesh_.portals.size());
    for (const PolygonLink& l : mesh_.links) {
      const std::uint32_t from = index(layout_.node(DoorwayId{doorway}));
      const std::uint32_t to = index(layout_.node(DoorwayId{doorway + 1}));
      doorway += 2;
      const double area = metric_.of(l.link.area, l.link.flags);
      if (area == 0.0) continue;
      const double metres =
          l.link.cost < 0.0f ? length(l.link.from, l.link.to) : double{l.link.cost};
      made.add(from, to, units(metres, area));
      if (l.link.both_ways) made.add(to, from, units(metres, area));
    }
    return made;
  }

  PlainEnd end(const MeshPlace& at) const {
    PlainEnd end;
    for (const Door& door : doors_[at.polygon]) {
      const std::uint64_t there = cost(at.polygon, at.point, place(door));
      if (door.leave) end.out.push_back({door.node, there});
      if (door.enter) end.in.push_back({door.node, there});
    }
    return end;
  }
  std::uint64_t direct(const MeshPlace& a, const MeshPlace& b) const {
    if (a.polygon != b.polygon) return kNowhere;
    return a.point == b.point ? 0 : cost(a.polygon, a.point, b.point);
  }
  /// Whether one can step from one polygon to another over a portal or a link.
  bool beside(std::uint32_t a, std::uint32_t b) const {
    return std::find(next_[a].begin(), next_[a].end(), b) != next_[a].end();
  }

 private:
  const Vec3& place(const Door& door) const { return layout_.place(NodeId{door.node}); }
  static double length(const Vec3& a, const Vec3& b) {
    const double x = double{a.x} - double{b.x};
    const double y = double{a.y} - double{b.y};
    const double z = double{a.z} - double{b.z};
    return std::sqrt(x * x + y * y + z * z);
  }
  std::uint64_t units(double metres, double area) const {
    return std::max(std::uint64_t{1},
                    static_cast<std::uint64_t>(std::ceil(metres * area * units_)));
  }
  std::uint64_t cost(std::uint32_t polygon, const Vec3& a, const Vec3& b) const {
    return units(length(a, b), cost_of(polygon));
  }

  const PolygonMesh& mesh_;
  const NavMeshMetric& metric_;
  const MeshLayout& layout_;
  double units_;
  std::vector<std::vector<Door>> doors_;
  std::vector<std::vector<std::uint32_t>> next_;  ///< The polygons one can step to.
};

void check_queries(const NavMeshSnapshot& snapshot, std::span<const MeshPlace> ends,
                   const Oracle& oracle, const Rules& rules, Tally& tally) {
  NavMeshQuery query;
  NavMeshPath path;
  const auto check = [&](const char* by, std::size_t i, std::size_t j, Status status) {
    const Status right = oracle.reachable(i, j) ? Status::complete : Status::unreachable;
    expect(status == right && path.status == right, by, ": ", to_string(status));
    expect(path.cost == oracle.cost(i, j), by, ": ", path.cost, ", optimal ", oracle.cost(i, j));
    ++tally.answers;
    if (status != Status::complete)
      return expect(path.polygons.empty() && path.waypoints.empty(), by, " left a path");
    expect(path.polygons.front() == ends[i].polygon && path.polygons.back() == ends[j].polygon, by,
           ": the polygons begin or end elsewhere");
    for (std::size_t k = 1; k < path.polygons.size(); ++k) {
      expect(rules.beside(path.polygons[k - 1], path.polygons[k]), by, ": polygon ",
             path.polygons[k], " is not beside ", path.polygons[k - 1]);
    }
    expect(path.waypoints.size() >= 2 || ends[i].point == ends[j].point, by, ": no way-points");
    for (const Waypoint& w : path.waypoints)
      expect(is_finite(w.point), by, ": a way-point that is no point");
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    for (std::size_t j = 0; j < ends.size(); ++j) {
      NavMeshQueryOptions options;
      options.tables = (i + j) % 3 != 0;
      check("mesh query", i, j, query.find_path(snapshot, ends[i], ends[j], options, path));
      check("A*", i, j, query.find_path_astar(snapshot, ends[i], ends[j], options, path));
    }
  }
}

void check_world(const NavMeshSnapshot& snapshot, Random& random, Tally& tally) {
  const Rules rules(snapshot);
  std::vector<MeshPlace> ends;
  std::vector<PlainEnd> plain;
  const std::size_t wanted = snapshot.mesh().polygons().links.size() < 10'000 ? 5 : 2;
  for (int tries = 0; tries < 200 && ends.size() < wanted; ++tries) {
    const MeshPlace place = draw_place(snapshot.mesh().polygons(), random);
    if (rules.cost_of(place.polygon) == 0.0) continue;
    ends.push_back(place);
    plain.push_back(rules.end(place));
  }
  const Oracle oracle(rules.graph(), plain,
                      [&](std::size_t i, std::size_t j) { return rules.direct(ends[i], ends[j]); });
  check_answers<NavMeshWorld>(
      {snapshot.world(), snapshot.hierarchy(), snapshot.tables(), ends, oracle}, random, tally);
  check_queries(snapshot, ends, oracle, rules, tally);
}

}  // namespace

void try_mesh(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  ++tally.worlds;
  const bool large = seed % 1000 == 0;
  const auto mesh = NavMesh::make(large ? draw_linked_field(random, 1'000'000) : draw_mesh(random));
  if (!mesh) return tally.refuse(mesh.error().message);
  NavMeshBuildOptions build;
  build.cells.merge = {2 + random.below(random.chance(80) ? 30 : 1000), 2 + random.below(8)};
  if (large) build.cells.merge = {16, 4};  // larger cells would be refused as crowded
  build.cells.method = static_cast<MergeMethod>(random.below(3));
  build.cells.seed = random.next();
  build.store_steps = random.chance(80);
  const auto plain = NavMeshSnapshot::build(*mesh, draw_mesh_metric(random), build);
  if (!plain) return tally.refuse(plain.error().message);
  const TableOptions options = draw_table_options(random);
  const auto snapshot = plain->with_tables(options);
  expect(snapshot.ok(), "no tables");
  check_budget(snapshot->tables(), options);
  check_world(*snapshot, random, tally);
  const TemporaryFolder folder;
  const auto saved = save_nav_mesh_world(folder.path() / "a.portolan", {{*snapshot}, {}});
  if (!saved) return tally.refuse(saved.error().message);
  const auto loaded = load_nav_mesh_world(folder.path() / "a.portolan");
  expect(loaded.ok(), "not loaded: ", loaded ? "" : loaded.error().message);
  check_world(loaded->agents.front(), random, tally);
  ++tally.files;
  const auto other = loaded->agents.front().with_metric(draw_mesh_metric(random));
  if (!other) return tally.refuse(other.error().message);
  check_world(*other, random, tally);
  ++tally.edits;
}

}  // namespace portolan::detail::stress
