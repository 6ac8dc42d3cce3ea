#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/navmesh/nav_mesh_snapshot.h"

namespace portolan::detail::cli {

struct CrowdArguments {
  std::uint32_t frames = 0;
  std::uint32_t plan_every = 10;
  bool gpu = false;
  unsigned threads = 1;
  bool json = false;
  std::string plot;  ///< Where the picture of frame times goes; empty: nowhere.
};

/// Lets agents walk about a mesh, each from one of the places to others, and prints what frames
/// took.
void run_crowd(const std::string& world_name, const NavMeshSnapshot& world,
               const std::vector<MeshPlace>& places, const CrowdArguments& arguments);

}  // namespace portolan::detail::cli
