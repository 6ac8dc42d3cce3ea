#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/types.h"

/// Meshes made in code, and answers computed in the plainest path.
namespace portolan::detail::test {

using Random = std::mt19937;

inline std::uint32_t below(Random& random, std::uint32_t n) {
  return static_cast<std::uint32_t>(random() % n);
}
/// In [0, 1), a multiple of 1/4096, so that few sums of coordinates are rounded.
inline float unit(Random& random) { return static_cast<float>(random() % 4096) / 4096.0f; }

/// Puts polygons together; equal points become one vertex.
class MeshBuilder {
 public:
  std::uint32_t vertex(const Vec3& point);
  /// Returns the polygon's number.
  std::uint32_t add(const std::vector<Vec3>& corners, std::uint8_t area = 0);
  /// A level rectangle.
  std::uint32_t add_floor(float x0, float z0, float x1, float z1, float y = 0.0f,
                          std::uint8_t area = 0);
  /// With portals.
  PolygonMesh finish();
  /// Without.
  const PolygonMesh& mesh() const { return mesh_; }

 private:
  PolygonMesh mesh_;
  std::map<std::tuple<float, float, float>, std::uint32_t> vertices_;
};

/// A field of quads of about 2 m; some are split into triangles, some missing.
struct FieldOptions {
  std::uint32_t width = 8;
  std::uint32_t height = 8;
  std::uint32_t holes = 0;      ///< About one of so many quads is missing; 0: none.
  std::uint32_t triangles = 0;  ///< About one of so many quads is split; 1: all.
  bool uneven = false;          ///< Inner vertices are moved a little.
  std::uint32_t seed = 1;
};
PolygonMesh make_field(const FieldOptions& options);

/// Squares of several sizes: a large one has several portals on one side, all in one line.
PolygonMesh make_quadtree(std::uint32_t seed, std::uint32_t side = 16);

/// Storeys above each other, 3 m apart, joined by ramps at alternate sides.
PolygonMesh make_storeys(std::uint32_t storeys, std::uint32_t width, std::uint32_t height);

/// What makes worlds awkward: areas and flags, lost and one-way portals, links of every kind.
void add_trouble(PolygonMesh& mesh, Random& random);

/// Any of the above; 30 to 400 polygons.
PolygonMesh make_random_mesh(std::uint32_t seed);

/// Areas 0 to 5: expensive, cheap, and area 5 blocked.
NavMeshMetric make_metric(std::uint32_t seed);

Vec3 centre_of(const PolygonMesh& mesh, std::uint32_t polygon);
/// A point of the polygon; at times a corner, the middle of an edge, or the centre.
MeshPlace random_place(const PolygonMesh& mesh, std::uint32_t polygon, Random& random);
MeshPlace random_place(const PolygonMesh& mesh, Random& random);

NavMesh nav_mesh(PolygonMesh mesh);
NavMeshSnapshot build(const PolygonMesh& mesh, const NavMeshMetric& metric = {},
                      std::vector<std::uint32_t> merge = {4}, bool store_steps = true);

/// Runs everything on threads of its own.
ParallelFor real_threads();

/// The graph of doorways, made polygon by polygon from the mesh alone, and Dijkstra on it.
class NaiveGraph {
 public:
  NaiveGraph(const PolygonMesh& mesh, const NavMeshMetric& metric);

  /// Costs from `start` to every doorway; kInfinite where no path leads.
  std::vector<Cost> costs_from(const MeshPlace& start) const;
  /// Given these, the cost to a goal.
  Cost cost_to(const std::vector<Cost>& costs, const MeshPlace& start, const MeshPlace& goal) const;
  bool passable(std::uint32_t polygon) const { return area_cost_[polygon] != 0.0f; }
  Cost walk(std::uint32_t polygon, const Vec3& a, const Vec3& b) const;
  Cost link(std::uint32_t link, bool back) const;
  const Vec3& place(std::uint32_t doorway) const { return places_[doorway]; }
  /// By doorway, the smallest of those that hang together with it, arrows left aside.
  const std::vector<std::uint32_t>& components() const { return components_; }
  /// Doorways of a polygon.
  struct Door {
    std::uint32_t doorway;
    bool enter;
    bool leave;
  };
  const std::vector<Door>& doors(std::uint32_t polygon) const { return doors_[polygon]; }

 private:
  struct Edge {
    std::uint32_t to;
    Cost cost;
  };
  void connect(std::uint32_t from, std::uint32_t to, Cost cost);

  const PolygonMesh& mesh_;
  NavMeshMetric metric_;
  std::vector<float> area_cost_;
  std::vector<Vec3> places_;
  std::vector<std::vector<Door>> doors_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<std::uint32_t> components_;
};

/// That a complete path is one: each polygon beside the next, doorways taken in directions that
/// are open, nothing blocked entered, and the moves add up to the cost.
void expect_valid_path(const NaiveGraph& graph, const NavMeshSnapshot& snapshot,
                       const MeshPlace& start, const MeshPlace& goal, const NavMeshPath& path);

/// That a result failed with a message that has all of these words.
template <class T>
void expect_error(const Result<T>& result, const std::vector<std::string>& words) {
  ASSERT_FALSE(result);
  for (const std::string& word : words) {
    EXPECT_NE(result.error().message.find(word), std::string::npos) << result.error().message;
  }
}

}  // namespace portolan::detail::test
