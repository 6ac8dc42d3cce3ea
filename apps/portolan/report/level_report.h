#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "report/json.h"

/// What `build` and `info` say about the levels of meshes and terrain.
namespace portolan::detail::cli {

/// Level 0 in its row: cells stands for polygons or triangles.
struct BaseLevel {
  std::uint64_t cells;
  std::uint64_t nodes;
  std::size_t bytes;
};

/// A row a level, for people.
std::string level_table(const BaseLevel& base, const Hierarchy& hierarchy);
/// An object a level from 1 up, for programs.
Json levels_json(const Hierarchy& hierarchy);

}  // namespace portolan::detail::cli
