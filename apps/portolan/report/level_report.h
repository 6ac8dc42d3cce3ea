#pragma once

#include <cstdint>
#include <span>
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

/// A row per level, for people. `bounds`: the most gates that a cell of each level could have, from
/// level 1 up, where a bound is known.
std::string level_table(const BaseLevel& base, const Hierarchy& hierarchy,
                        std::span<const double> bounds = {});
/// An object per level from 1 up, for programs.
Json levels_json(const Hierarchy& hierarchy, std::span<const double> bounds = {});

}  // namespace portolan::detail::cli
