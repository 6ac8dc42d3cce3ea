#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/formats.h"
#include "portolan/grid.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// The map and scenario files of the MovingAI benchmarks (Sturtevant 2012).
namespace portolan::detail {

/// A `.map` file: `type octile`, `height N` and `width N` in any order, `map`, then the rows.
/// Every letter is kept; what it costs is the metric's business.
Result<Grid> load_map(BegunFile file);
/// The same from memory; `name` stands for the file in messages.
Result<Grid> parse_map(std::string_view text, std::string_view name);

/// Writes a `.map` file. A grid with a line end among its letters is refused.
Result<Done> save_map(const std::filesystem::path& path, const Grid& grid);
/// The text of that file.
Result<std::string> write_map(const Grid& grid);

/// A `.scen` file: `version 1` (may be missing), then a scenario a line, its nine fields between
/// white space, or between tabs where the map's name has spaces.
Result<std::vector<Scenario>> load_scenarios(const std::filesystem::path& path);
/// The same from memory; `name` stands for the file in messages.
Result<std::vector<Scenario>> parse_scenarios(std::string_view text, std::string_view name);

}  // namespace portolan::detail
