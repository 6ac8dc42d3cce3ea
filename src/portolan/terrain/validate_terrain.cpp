#include "portolan/terrain/validate_terrain.h"

#include <cmath>
#include <utility>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// What is wrong with a triangle; null when nothing is. Its corners exist.
const char* find_problem(const TriangleMesh& mesh, TriangleId t) {
  const auto& corners = mesh.corners[t];
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    return "has the same corner twice";
  for (unsigned k = 0; k < 3; ++k) {
    const TriangleId to = mesh.neighbours[t][k];
    if (to == kNoTriangle) continue;
    if (index(to) >= mesh.triangle_count() || to == t) return "has a neighbour that does not exist";
    const unsigned back = find_edge(mesh, to, t);
    if (back == 3 || mesh.corners[to][back] != corners[(k + 1) % 3] ||
        mesh.corners[to][(back + 1) % 3] != corners[k]) {
      return "does not share the edge with its neighbour";
    }
    for (unsigned j = 0; j < k; ++j) {
      if (mesh.neighbours[t][j] == to) return "has the same neighbour twice";
    }
  }
  return nullptr;
}

Result<Done> check_raster(const TriangleRaster& raster) {
  if (raster.columns == 0) return Done{};
  constexpr std::uint32_t kMaxSide = 1u << 15;
  const auto good = [](float step) { return std::isfinite(step) && step > 0.0f; };
  if (raster.columns <= kMaxSide && raster.rows >= 1 && raster.rows <= kMaxSide &&
      good(raster.step_x) && good(raster.step_z) && is_finite(raster.origin)) {
    return Done{};
  }
  return Error{"the raster of the mesh is out of range"};
}

}  // namespace

Result<Done> validate_mesh(const TriangleMesh& mesh) {
  if (mesh.corners.empty() || mesh.corners.size() > kMaxTriangles ||
      mesh.neighbours.size() != mesh.corners.size() ||
      (!mesh.difficulty.empty() && mesh.difficulty.size() != mesh.corners.size())) {
    return Error{"the arrays of the mesh do not fit each other"};
  }
  for (const Vec3& v : mesh.vertices) {
    if (!is_finite(v)) return Error{"a vertex is not a point"};
  }
  for (const float d : mesh.difficulty) {
    if (!std::isfinite(d) || d < 0.0f) return Error{"a difficulty is out of range"};
  }
  for (const auto& corners : mesh.corners) {
    for (const std::uint32_t v : corners) {
      if (v >= mesh.vertices.size()) return Error{"a corner does not exist"};
    }
  }
  for (const TriangleId t : mesh.triangles()) {
    if (const char* problem = find_problem(mesh, t))
      return Error{joined_text("triangle ", index(t), " ", problem)};
  }
  return check_raster(mesh.raster);
}

Result<Done> validate_settings(const PriceSettings& s) {
  const auto good = [](double value) { return value >= 0.0 && value <= 1e6; };
  const std::pair<const char*, double> values[] = {
      {"x.down", s.x.down},
      {"x.up", s.x.up},
      {"y.down", s.y.down},
      {"y.up", s.y.up},
      {"z.down", s.z.down},
      {"z.up", s.z.up},
      {"difficulty_respect", s.difficulty_respect},
      {"steepness_respect", s.steepness_respect},
      {"difficulty_difference_respect", s.difficulty_difference_respect},
      {"angle_respect", s.angle_respect},
      {"concave", s.concave},
      {"convex", s.convex},
      {"steepness_difference_respect", s.steepness_difference_respect}};
  for (const auto& [name, value] : values) {
    if (!good(value))
      return Error{joined_text("the price setting ", name, " is out of range: give 0 to 1000000")};
  }
  if (!std::isfinite(s.units_per_metre) || s.units_per_metre < 0.0)
    return Error{"the price setting units_per_metre must be a number above 0, or 0 to choose it"};
  return Done{};
}

Result<Done> validate_prices(const TriangleMesh& mesh, const TerrainPrices& prices) {
  if (!std::isfinite(prices.units_per_metre) || prices.units_per_metre <= 0.0)
    return Error{"the unit of the prices is out of range"};
  for (const std::vector<Cost>* all : {&prices.weighted, &prices.unweighted}) {
    if (all == &prices.unweighted && all->empty()) continue;
    if (all->size() != 3 * std::size_t{mesh.triangle_count()})
      return Error{"there is not a price for every edge"};
    for (std::size_t k = 0; k < all->size(); ++k) {
      const bool closed =
          mesh.neighbours[TriangleId{narrow<std::uint32_t>(k / 3)}][k % 3] == kNoTriangle;
      if (closed ? (*all)[k] != kInfinite : (*all)[k] == 0 || (*all)[k] > kTooExpensive)
        return Error{"the price of an edge is out of range"};
    }
  }
  // Unweighted prices that were left out may have been the more expensive ones.
  if (find_most_expensive_path(mesh, prices) > prices.most_expensive_path ||
      prices.most_expensive_path >= kTooExpensive)
    return Error{"the prices add up to more than they should"};
  return Done{};
}

Result<Done> validate_terrain(const TriangleMesh& mesh, const TerrainPrices& prices,
                              const PriceSettings& settings) {
  if (auto good = validate_mesh(mesh); !good) return good;
  if (auto good = validate_settings(settings); !good) return good;
  return validate_prices(mesh, prices);
}

}  // namespace portolan::detail
