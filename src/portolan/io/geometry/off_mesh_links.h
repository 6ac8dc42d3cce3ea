#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The off-mesh links of a CSV file whose first line names its columns, in any order: `from_x`,
/// `from_y`, `from_z`, `to_x`, `to_y`, `to_z` in metres, y up; `both_ways`, 1 or 0; and, if
/// wanted, `area`, a number or one of `area_names`, and `cost` in metres, from 0 up, the link's
/// length where it is empty. `lines`, where given, gets the line that each of them stands in.
Result<std::vector<OffMeshLink>> load_off_mesh_links(const std::filesystem::path& path,
                                                     const std::vector<std::string>& area_names,
                                                     std::vector<std::size_t>* lines = nullptr);
/// The same from memory; `name` stands for the file in messages.
Result<std::vector<OffMeshLink>> parse_off_mesh_links(std::string_view text, std::string_view name,
                                                      const std::vector<std::string>& area_names,
                                                      std::vector<std::size_t>* lines = nullptr);

}  // namespace portolan::detail
