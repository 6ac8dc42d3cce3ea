#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "portolan/grid.h"
#include "portolan/types.h"

/// Worlds made on the spot, shared by tests, benchmarks, examples and the command line.
namespace portolan::detail::scenes {

/// What to make. Each scene reads the common fields and the one that names it.
struct GridSceneOptions {
  std::uint32_t width = 512;   ///< In tiles. [8, 8192]
  std::uint32_t height = 512;  ///< In tiles. [8, 8192]
  std::uint64_t seed = 1;      ///< Another seed, another map.

  std::uint32_t corridor_width = 4;    ///< maze: in tiles; less where two would not fit. [1, 256]
  std::uint32_t room_size = 20;        ///< rooms: usual side of a room, in tiles. [4, 512]
  std::uint32_t rock_percent = 50;     ///< caves: rock before it is worn smooth. [40, 60]
  std::uint32_t blocked_percent = 25;  ///< random: share of blocked tiles. [0, 90]
  std::uint32_t block_size = 22;       ///< city: usual side of a block, in tiles. [8, 128]
};

/// The scenes by name: "maze", "rooms", "caves", "random", "city".
std::span<const std::string_view> grid_scene_names();

/// Makes a scene. The same name and options give the same grid on every machine: all choices
/// are whole-number arithmetic. Letters: `.` and `G` (grass) are free; `@` (wall), `T` (trees)
/// and `W` (water) are blocked. All free tiles hang together by straight moves, except in
/// "random", which is left as the dice fell. Fails on an unknown name or an option out of range.
Result<Grid> generate_grid(std::string_view name, const GridSceneOptions& options);

}  // namespace portolan::detail::scenes
