#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/geometry/mset_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast/detour_polygons.h"
#include "setting.h"

/// The navigation meshes that the benchmarks run on, with the pairs given for each.
namespace portolan::detail::bench {

inline const std::vector<std::string> kLargeScenes{"serpentine", "city", "islands", "medieval"};
inline const std::vector<std::string> kSmallScenes{
    "fd_e1m5",           "fd_e3m9",           "fd_map12",     "fd_map15",
    "oa_am_underworks2", "oa_ctf_compromise", "oa_czest3ctf", "oa_oa_thor"};

/// The merges of the HNA* paper's study.
inline const std::vector<std::uint32_t> kPaperMerges{2, 4, 6, 8, 10, 15, 20};

struct PointPair {
  Vec3 from;
  Vec3 to;
};
struct PlacePair {
  MeshPlace start;
  MeshPlace goal;
};

struct MeshScene {
  std::string name;
  DetourMesh detour;
  NavMesh mesh;
  std::vector<PlacePair> pairs;
};

/// The first `count` pairs given for a scene; all of them when `count` is 0.
inline std::vector<PointPair> load_pairs(const std::filesystem::path& file, std::size_t count) {
  std::ifstream text(file);
  std::string line;
  require(static_cast<bool>(std::getline(text, line)), file.string() + ": no queries");
  std::vector<PointPair> pairs;
  while (std::getline(text, line) && (count == 0 || pairs.size() < count)) {
    PointPair p;
    require(std::sscanf(line.c_str(), "%f,%f,%f,%f,%f,%f", &p.from.x, &p.from.y, &p.from.z, &p.to.x,
                        &p.to.y, &p.to.z) == 6,
            file.string() + ": a line is not six numbers");
    pairs.push_back(p);
  }
  return pairs;
}

/// The pairs of which both ends lie near the mesh.
inline std::vector<PlacePair> place_pairs(const NavMesh& mesh,
                                          const std::vector<PointPair>& points) {
  std::vector<PlacePair> pairs;
  for (const PointPair& p : points) {
    const auto start = mesh.find_nearest(p.from);
    const auto goal = mesh.find_nearest(p.to);
    if (start && goal) pairs.push_back({*start, *goal});
  }
  return pairs;
}

inline MeshScene make_scene(std::string name, const DetourMesh& detour,
                            const std::vector<PointPair>& points) {
  NavMesh mesh = take(NavMesh::make(take(make_polygon_mesh(*detour)).mesh));
  std::vector<PlacePair> pairs = place_pairs(mesh, points);
  return {std::move(name), detour, std::move(mesh), std::move(pairs)};
}

inline std::vector<PointPair> load_scene_pairs(const std::filesystem::path& data,
                                               const std::string& name, std::size_t count) {
  return load_pairs(data / "scenes" / "queries" / (name + ".csv"), count);
}

inline MeshScene load_scene(const std::filesystem::path& data, const std::string& name,
                            std::size_t count) {
  return make_scene(name, take(load_mset(data / "scenes" / "mset" / (name + ".bin"))),
                    load_scene_pairs(data, name, count));
}

/// Those of the scenes that are there.
inline std::vector<std::string> present_scenes(const std::filesystem::path& data,
                                               const std::vector<std::string>& names) {
  std::vector<std::string> present;
  for (const std::string& name : names) {
    if (std::filesystem::exists(data / "scenes" / "mset" / (name + ".bin")))
      present.push_back(name);
    else
      fmt::print(stderr, "{}: no such scene, left out\n", name);
  }
  return present;
}

/// Only the polygons and the cost are asked for.
inline NavMeshQueryOptions polygons_only(unsigned level = kAutoLevel,
                                         ConnectMethod connect = ConnectMethod::dijkstra) {
  NavMeshQueryOptions options;
  options.search.level = level;
  options.search.connect = connect;
  options.waypoints = false;
  return options;
}

}  // namespace portolan::detail::bench
