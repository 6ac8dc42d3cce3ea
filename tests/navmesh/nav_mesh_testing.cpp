#include "nav_mesh_testing.h"

#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace portolan::detail::test {

std::uint32_t MeshBuilder::vertex(const Vec3& point) {
  const auto [at, is_new] =
      vertices_.try_emplace({point.x, point.y, point.z}, mesh_.vertices.size());
  if (is_new) mesh_.vertices.push_back(point);
  return at->second;
}

std::uint32_t MeshBuilder::add(const std::vector<Vec3>& corners, std::uint8_t area) {
  for (const Vec3& corner : corners) mesh_.corners.push_back(vertex(corner));
  mesh_.corner_begin.push_back(static_cast<std::uint32_t>(mesh_.corners.size()));
  mesh_.areas.push_back(area);
  return mesh_.polygon_count() - 1;
}

std::uint32_t MeshBuilder::add_floor(float x0, float z0, float x1, float z1, float y,
                                     std::uint8_t area) {
  return add({{x0, y, z0}, {x0, y, z1}, {x1, y, z1}, {x1, y, z0}}, area);
}

PolygonMesh MeshBuilder::finish() {
  EXPECT_TRUE(find_portals(mesh_));
  return mesh_;
}

PolygonMesh make_field(const FieldOptions& options) {
  Random random(options.seed);
  std::vector<Vec3> points;
  for (std::uint32_t z = 0; z <= options.height; ++z) {
    for (std::uint32_t x = 0; x <= options.width; ++x) {
      Vec3 point{2.0f * static_cast<float>(x), 0.0f, 2.0f * static_cast<float>(z)};
      if (options.uneven) {
        point = point + Vec3{unit(random) - 0.5f, unit(random) * 0.5f, unit(random) - 0.5f};
      }
      points.push_back(point);
    }
  }
  const auto once_in = [&](std::uint32_t n) { return n != 0 && below(random, n) == 0; };
  MeshBuilder builder;
  for (std::uint32_t z = 0; z < options.height; ++z) {
    for (std::uint32_t x = 0; x < options.width; ++x) {
      if (once_in(options.holes)) continue;
      const std::size_t at = std::size_t{z} * (options.width + 1) + x;
      const Vec3 a = points[at], b = points[at + options.width + 1];
      const Vec3 c = points[at + options.width + 2], d = points[at + 1];
      if (!once_in(options.triangles)) {
        builder.add({a, b, c, d});
      } else if (below(random, 2) == 0) {
        builder.add({a, b, c});
        builder.add({a, c, d});
      } else {
        builder.add({a, b, d});
        builder.add({b, c, d});
      }
    }
  }
  return builder.finish();
}

namespace {

struct Square {
  std::uint32_t x, z, side;
};

/// The corners of a square and whatever lattice points other squares have on its sides.
std::vector<Vec3> outline(const Square& square, const std::vector<std::vector<bool>>& used) {
  std::vector<Vec3> corners;
  const auto visit = [&](std::uint32_t x, std::uint32_t z) {
    if (used[x][z]) corners.push_back({static_cast<float>(x), 0.0f, static_cast<float>(z)});
  };
  const auto [x, z, side] = square;
  for (std::uint32_t i = 0; i < side; ++i) visit(x, z + i);
  for (std::uint32_t i = 0; i < side; ++i) visit(x + i, z + side);
  for (std::uint32_t i = 0; i < side; ++i) visit(x + side, z + side - i);
  for (std::uint32_t i = 0; i < side; ++i) visit(x + side - i, z);
  return corners;
}

}  // namespace

PolygonMesh make_quadtree(std::uint32_t seed, std::uint32_t side) {
  Random random(seed);
  std::vector<Square> squares;
  const std::function<void(Square)> split = [&](Square s) {
    if (s.side > 1 && (s.side > side / 4 || below(random, 5) < 3)) {
      const std::uint32_t half = s.side / 2;
      for (std::uint32_t i = 0; i < 4; ++i)
        split({s.x + (i % 2) * half, s.z + (i / 2) * half, half});
    } else if (below(random, 12) != 0) {
      squares.push_back(s);
    }
  };
  split({0, 0, side});
  std::vector<std::vector<bool>> used(side + 1, std::vector<bool>(side + 1, false));
  for (const Square& s : squares) {
    for (std::uint32_t i = 0; i < 4; ++i)
      used[s.x + (i % 2) * s.side][s.z + (i / 2) * s.side] = true;
  }
  MeshBuilder builder;
  for (const Square& s : squares) builder.add(outline(s, used));
  return builder.finish();
}

PolygonMesh make_storeys(std::uint32_t storeys, std::uint32_t width, std::uint32_t height) {
  MeshBuilder builder;
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  for (std::uint32_t s = 0; s < storeys; ++s) {
    const float y = 3.0f * static_cast<float>(s);
    for (std::uint32_t z = 0; z < height; ++z) {
      for (std::uint32_t x = 0; x < width; ++x) {
        const auto x0 = static_cast<float>(x), z0 = static_cast<float>(z);
        builder.add_floor(x0, z0, x0 + 1, z0 + 1, y);
      }
    }
    if (s + 1 == storeys) break;
    // Beside the storeys: a landing, a ramp along z, and a landing on the next storey.
    const float x0 = s % 2 == 0 ? w : -1.0f;
    builder.add_floor(x0, 0, x0 + 1, 1, y);
    builder.add({{x0, y, 1}, {x0, y + 3, h - 1}, {x0 + 1, y + 3, h - 1}, {x0 + 1, y, 1}});
    builder.add_floor(x0, h - 1, x0 + 1, h, y + 3);
  }
  return builder.finish();
}

Vec3 centre_of(const PolygonMesh& mesh, std::uint32_t polygon) {
  Vec3 sum;
  for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i)
    sum = sum + mesh.corner(polygon, i);
  return sum * (1.0f / static_cast<float>(mesh.corner_count(polygon)));
}

MeshPlace random_place(const PolygonMesh& mesh, std::uint32_t polygon, Random& random) {
  const std::uint32_t count = mesh.corner_count(polygon);
  const Vec3 a = mesh.corner(polygon, below(random, count));
  const Vec3 b = mesh.corner(polygon, below(random, count));
  const Vec3 centre = centre_of(mesh, polygon);
  switch (below(random, 8)) {
    case 0: return {polygon, a};
    case 1: return {polygon, (a + b) * 0.5f};
    case 2: return {polygon, centre};
    default: break;
  }
  const Vec3 on_chord = a + (b - a) * unit(random);
  return {polygon, on_chord + (centre - on_chord) * unit(random)};
}

MeshPlace random_place(const PolygonMesh& mesh, Random& random) {
  return random_place(mesh, below(random, mesh.polygon_count()), random);
}

void add_trouble(PolygonMesh& mesh, Random& random) {
  const std::uint32_t count = mesh.polygon_count();
  mesh.areas.resize(count);
  for (std::uint32_t p = 0; p < count; ++p) {
    const std::uint32_t drawn = below(random, 24);
    mesh.areas[p] = static_cast<std::uint8_t>(drawn < 6 ? drawn : 0);
    mesh.flags.push_back(below(random, 30) == 0 ? 2 : 1);
  }
  std::erase_if(mesh.portals, [&](const Portal&) { return below(random, 40) == 0; });
  for (Portal& portal : mesh.portals) {
    if (below(random, 15) == 0) portal.crossable_from[below(random, 2)] = false;
  }
  for (std::uint32_t l = below(random, 14); l > 0; --l) {
    const MeshPlace from = random_place(mesh, random);
    const MeshPlace to = below(random, 4) == 0 ? random_place(mesh, from.polygon, random)
                                               : random_place(mesh, random);
    const float whole = distance(from.point, to.point);
    const float costs[] = {-1.0f, -1.0f, 0.0f, whole * 0.1f, whole * 3.0f};
    PolygonLink link{{from.point, to.point}, from.polygon, to.polygon};
    link.link.both_ways = below(random, 2) == 0;
    link.link.area = static_cast<std::uint8_t>(below(random, 6));
    link.link.cost = costs[below(random, 5)];
    mesh.links.push_back(link);
  }
}

PolygonMesh make_random_mesh(std::uint32_t seed) {
  Random random(seed);
  const auto side = [&] { return 6 + below(random, 9); };
  PolygonMesh mesh;
  switch (seed % 4) {
    case 0:
      mesh = make_field({side(), side(), 4 + below(random, 8), below(random, 4), true, seed});
      break;
    case 1: mesh = make_quadtree(seed, 32); break;
    case 2: mesh = make_storeys(2 + below(random, 3), 5, 7); break;
    default: mesh = make_field({side(), side(), 6, 1 + below(random, 3), false, seed}); break;
  }
  add_trouble(mesh, random);
  return mesh;
}

NavMeshMetric make_metric(std::uint32_t seed) {
  NavMeshMetric metric;
  metric.name = std::string("metric ").append(std::to_string(seed));
  Random random(seed);
  for (std::uint32_t area = 1; area < 5; ++area) metric.cost[area] = 0.25f + 4.0f * unit(random);
  metric.cost[5] = NavMeshMetric::kBlocked;
  if (seed % 3 == 0) metric.exclude_flags = 2;
  return metric;
}

NavMesh nav_mesh(PolygonMesh mesh) {
  Result<NavMesh> made = NavMesh::make(std::move(mesh));
  if (!made) throw std::runtime_error(made.error().message);
  return *made;
}

NavMeshSnapshot build(const PolygonMesh& mesh, const NavMeshMetric& metric,
                      std::vector<std::uint32_t> merge, bool store_steps) {
  NavMeshBuildOptions options;
  options.cells.merge = std::move(merge);
  options.store_steps = store_steps;
  Result<NavMeshSnapshot> built = NavMeshSnapshot::build(nav_mesh(mesh), metric, options);
  if (!built) throw std::runtime_error(built.error().message);
  return *built;
}

ParallelFor real_threads() {
  return [](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < count; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  };
}

}  // namespace portolan::detail::test
