#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/maps/height_map_file.h"
#include "portolan/terrain/terrain_query.h"
#include "portolan/terrain/triangle_locator.h"
#include "scenes/terrain_scenes.h"
#include "setting.h"

/// The ground that the study of the merged hierarchy works on.
namespace portolan::detail::bench {

/// A height map and where it lies.
struct StudyMap {
  std::string name;
  HeightMap heights;
  HeightMap difficulty;  ///< Without values: none.
  MapPlacement placement;
};

inline StudyMap generated_map(const std::string& scene, std::uint32_t squares) {
  scenes::TerrainSceneOptions options;
  options.width = options.height = squares + 1;
  scenes::TerrainScene made = take(scenes::generate_terrain(scene, options));
  StudyMap map{scene, std::move(made.heights), std::move(made.difficulty), {}};
  map.placement.spacing = made.spacing;
  return map;
}

/// Squares of 3 arc-seconds at its latitude, as far as `columns` x `rows` values go.
inline StudyMap jacksboro_map(const std::filesystem::path& data, std::uint32_t first_column = 0,
                              std::uint32_t first_row = 0, std::uint32_t columns = 0,
                              std::uint32_t rows = 0) {
  constexpr float kEast = 75.0f;
  constexpr float kSouth = 92.5f;
  const HeightMap all = take(load_height_map(data / "terrain" / "jacksboro.pgm"));
  StudyMap map{
      "jacksboro", {columns == 0 ? all.width : columns, rows == 0 ? all.height : rows, {}}, {}, {}};
  for (std::uint32_t row = 0; row < map.heights.height; ++row) {
    for (std::uint32_t x = 0; x < map.heights.width; ++x)
      map.heights.values.push_back(all.at(first_column + x, first_row + row));
  }
  const auto [low, high] =
      std::minmax_element(map.heights.values.begin(), map.heights.values.end());
  map.placement.box = Box{{0.0f, *low, 0.0f},
                          {kEast * static_cast<float>(map.heights.width - 1), *high,
                           kSouth * static_cast<float>(map.heights.height - 1)}};
  return map;
}

inline const char* name_of(Triangulation triangulation) {
  constexpr const char* kNames[] = {"two", "four", "contour"};
  return kNames[static_cast<std::size_t>(triangulation)];
}

/// A map as a graph, with the prices of the thesis' chapter 9.
struct StudyGround {
  std::string name;  ///< Of map and triangulation.
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const TerrainPrices> prices;
  PriceSettings settings;
  TriangleLocator locator;

  std::uint32_t triangles() const { return mesh->triangle_count(); }
  /// The triangle at a place told by shares of the map's width and depth.
  std::uint32_t at(double x, double z) const {
    const TriangleRaster& raster = mesh->raster;
    // Off the squares' corners and middles, so that no two triangles share the point.
    const double column = std::floor(x * raster.columns) + 0.52;
    const double row = std::floor(z * raster.rows) + 0.23;
    return index(locator.find(raster.origin.x + static_cast<float>(column) * raster.step_x,
                              raster.origin.z + static_cast<float>(row) * raster.step_z));
  }
};

inline TriangleMesh make_mesh(const StudyMap& map, Triangulation triangulation) {
  return take(make_triangle_mesh(map.heights, triangulation, map.placement,
                                 map.difficulty.values.empty() ? nullptr : &map.difficulty));
}

inline StudyGround make_ground(const StudyMap& map, Triangulation triangulation) {
  StudyGround ground;
  ground.name = fmt::format("{}, {}", map.name, name_of(triangulation));
  ground.mesh = std::make_shared<const TriangleMesh>(make_mesh(map, triangulation));
  ground.prices =
      std::make_shared<const TerrainPrices>(take(make_prices(*ground.mesh, ground.settings)));
  ground.locator = TriangleLocator(ground.mesh);
  return ground;
}

/// The lowest or highest triangle of the part of a map between two shares of its width and depth.
inline std::uint32_t extreme_triangle(const StudyGround& ground, double left, double top,
                                      double right, double bottom, bool highest) {
  constexpr int kPlaces = 100;
  std::uint32_t best = ground.at(left, top);
  for (int i = 0; i < kPlaces; ++i) {
    for (int j = 0; j < kPlaces; ++j) {
      const std::uint32_t t =
          ground.at(left + (right - left) * i / kPlaces, top + (bottom - top) * j / kPlaces);
      const float height = centre_of(*ground.mesh, TriangleId{t}).y;
      const float known = centre_of(*ground.mesh, TriangleId{best}).y;
      if (highest ? height > known : height < known) best = t;
    }
  }
  return best;
}

}  // namespace portolan::detail::bench
