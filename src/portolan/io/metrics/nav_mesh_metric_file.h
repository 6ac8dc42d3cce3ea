#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A metric for navigation meshes from a JSON file. All keys may be missing; what is not named
/// keeps its default:
///
///     {"name": "truck",
///      "areas": {"road": 1, "grass": 3.5, "water": "blocked", "7": 2},
///      "others": 1,
///      "include_flags": 65535,
///      "exclude_flags": 0}
///
/// `areas` gives the cost of a metre by area, each area by its name in the mesh or by its number:
/// 0.001 to 10000; "blocked", null or 0 where the agent may not go. `others` is the cost of all
/// areas that are not named. The flags are whole numbers of 16 bits; see NavMeshMetric. The name
/// is the file's, without its folder and ending, unless given. A name that `area_names` does not
/// have is an error.
Result<NavMeshMetric> load_nav_mesh_metric(const std::filesystem::path& path,
                                           std::span<const std::string> area_names);
/// The same from memory; `name` stands for the file in messages.
Result<NavMeshMetric> parse_nav_mesh_metric(std::string_view text, std::string_view name,
                                            std::span<const std::string> area_names);

}  // namespace portolan::detail
