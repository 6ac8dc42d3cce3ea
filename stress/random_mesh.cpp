#include "stress/random_mesh.h"

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace portolan::detail::stress {
namespace {

using scenes::Random;

float unit(Random& random) { return static_cast<float>(random.below(4097)) / 4096.0f; }

void add_polygon(PolygonMesh& mesh, const std::vector<std::uint32_t>& corners) {
  mesh.corners.insert(mesh.corners.end(), corners.begin(), corners.end());
  mesh.corner_begin.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
}

/// Quads, some missing, some split.
void field(PolygonMesh& mesh, Random& random, std::uint32_t width, std::uint32_t height) {
  const bool uneven = random.chance(50);
  const std::uint32_t holes = random.below(30);
  const std::uint32_t split = random.below(60);
  for (std::uint32_t z = 0; z <= height; ++z) {
    for (std::uint32_t x = 0; x <= width; ++x) {
      Vec3 point{2.0f * static_cast<float>(x), 0.0f, 2.0f * static_cast<float>(z)};
      if (uneven)
        point = point + Vec3{unit(random) - 0.5f, 2.0f * unit(random), unit(random) - 0.5f};
      mesh.vertices.push_back(point);
    }
  }
  for (std::uint32_t z = 0; z < height; ++z) {
    for (std::uint32_t x = 0; x < width; ++x) {
      if (random.chance(holes)) continue;
      const std::uint32_t a = z * (width + 1) + x;
      const std::uint32_t b = a + width + 1;
      if (random.chance(split)) {
        add_polygon(mesh, {a, b, b + 1});
        add_polygon(mesh, {a, b + 1, a + 1});
      } else {
        add_polygon(mesh, {a, b, b + 1, a + 1});
      }
    }
  }
}

Vec3 on_circle(std::uint32_t k, std::uint32_t count, float radius) {
  const double turn = -2.0 * std::numbers::pi * k / count;
  return {radius * static_cast<float>(std::cos(turn)), 0.0f,
          radius * static_cast<float>(std::sin(turn))};
}

/// Triangles around one vertex.
void fan(PolygonMesh& mesh, std::uint32_t count) {
  mesh.vertices.push_back({});
  for (std::uint32_t k = 0; k < count; ++k) mesh.vertices.push_back(on_circle(k, count, 5.0f));
  for (std::uint32_t k = 0; k < count; ++k) add_polygon(mesh, {0, 1 + k, 1 + (k + 1) % count});
}

/// One polygon with a neighbour at each of its many edges.
void wheel(PolygonMesh& mesh, std::uint32_t count) {
  std::vector<std::uint32_t> hub;
  for (std::uint32_t k = 0; k < count; ++k) {
    mesh.vertices.push_back(on_circle(k, count, 5.0f));
    hub.push_back(k);
  }
  for (std::uint32_t k = 0; k < count; ++k) mesh.vertices.push_back(on_circle(k, count, 8.0f));
  add_polygon(mesh, hub);
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t next = (k + 1) % count;
    add_polygon(mesh, {k, count + k, count + next, next});
  }
}

MeshPlace draw_place_in(const PolygonMesh& mesh, std::uint32_t polygon, Random& random) {
  const Vec3& a = mesh.corner(polygon, random.below(mesh.corner_count(polygon)));
  const Vec3& b = mesh.corner(polygon, random.below(mesh.corner_count(polygon)));
  if (random.chance(20)) return {polygon, a};
  const Vec3 on_chord = a + (b - a) * unit(random);
  return {polygon, on_chord + (centre(mesh, PolygonId{polygon}) - on_chord) * unit(random)};
}

void add_link(PolygonMesh& mesh, const MeshPlace& from, const MeshPlace& to, Random& random) {
  const float costs[] = {-1.0f, 0.0f, 0.1f * distance(from.point, to.point),
                         3.0f * distance(from.point, to.point), 1e-6f};
  PolygonLink link{{from.point, to.point}, from.polygon, to.polygon};
  link.link.both_ways = random.chance(50);
  link.link.area = static_cast<std::uint8_t>(random.below(6));
  link.link.cost = costs[random.below(5)];
  mesh.links.push_back(link);
}

void add_links(PolygonMesh& mesh, Random& random) {
  const std::uint32_t count = random.chance(3) ? random.below(800) : random.below(12);
  const bool at_one = random.chance(20);
  const MeshPlace one = draw_place(mesh, random);
  for (std::uint32_t l = 0; l < count; ++l) {
    const MeshPlace from = at_one ? one : draw_place(mesh, random);
    add_link(mesh, from, draw_place(mesh, random), random);
  }
}

void add_areas_and_flags(PolygonMesh& mesh, Random& random) {
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    mesh.areas.push_back(static_cast<std::uint8_t>(random.chance(30) ? random.below(6) : 0));
    mesh.flags.push_back(random.chance(4) ? 2 : 1);
  }
}

}  // namespace

PolygonMesh draw_mesh(Random& random) {
  PolygonMesh mesh;
  const bool small = random.chance(70);
  switch (random.below(5)) {
    case 0: fan(mesh, small ? 3 + random.below(20) : 3 + random.below(300)); break;
    case 1: wheel(mesh, small ? 3 + random.below(20) : 3 + random.below(120)); break;
    case 2: field(mesh, random, 1 + random.below(small ? 20 : 400), 1); break;
    default:
      field(mesh, random, 1 + random.below(small ? 6 : 18), 1 + random.below(small ? 6 : 18));
      break;
  }
  if (mesh.polygon_count() == 0) add_polygon(mesh, {0, 1, 2});
  const float scale = random.chance(70) ? 1.0f : std::pow(10.0f, 9.0f * unit(random) - 4.0f);
  for (Vec3& v : mesh.vertices) v = v * scale;
  if (!find_portals(mesh)) return mesh;
  add_areas_and_flags(mesh, random);
  if (random.chance(60)) {
    for (Portal& portal : mesh.portals) {
      if (random.chance(10)) portal.crossable_from[random.below(2)] = false;
    }
  }
  if (random.chance(60)) add_links(mesh, random);
  return mesh;
}

PolygonMesh draw_linked_field(Random& random, std::uint32_t links) {
  PolygonMesh mesh;
  const auto side = static_cast<std::uint32_t>(std::sqrt(links / 4)) + 2;
  field(mesh, random, side, side);
  if (!find_portals(mesh)) return mesh;
  add_areas_and_flags(mesh, random);
  const std::uint32_t count = mesh.polygon_count();
  for (std::uint32_t l = 0; l < links; ++l) {
    const std::uint32_t from = random.below(count);
    const std::uint32_t to = (from + (random.chance(50) ? 1 : count - 1)) % count;
    add_link(mesh, draw_place_in(mesh, from, random), draw_place_in(mesh, to, random), random);
  }
  return mesh;
}

NavMeshMetric draw_mesh_metric(Random& random) {
  NavMeshMetric metric;
  const float costs[] = {
      1.0f, 0.25f, 4.0f, NavMeshMetric::kLeast, NavMeshMetric::kMost, NavMeshMetric::kBlocked};
  const std::uint32_t kinds = random.chance(50) ? 3 : 6;
  for (std::uint32_t area = 1; area < 6; ++area) metric.cost[area] = costs[random.below(kinds)];
  if (random.chance(20)) metric.exclude_flags = 2;
  return metric;
}

MeshPlace draw_place(const PolygonMesh& mesh, Random& random) {
  return draw_place_in(mesh, random.below(mesh.polygon_count()), random);
}

}  // namespace portolan::detail::stress
