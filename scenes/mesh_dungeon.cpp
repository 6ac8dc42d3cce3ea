#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "scenes/mesh_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr Cm kRoomPitch = 1500;  ///< From room to room, at least.
constexpr Cm kLevel = 400;       ///< From floor to floor.
constexpr Cm kWallHeight = 300;
constexpr Cm kWallHalf = 8;
constexpr Cm kDoorHalf = 140;  ///< Of doors and corridors.
constexpr Cm kFlightHalf = 320;
constexpr Cm kStairsHalf = 150;

/// A grid of rooms on each floor, a room around the middle of every cell: so corridors are
/// straight, and stairs, which start and end in the middle, fit the rooms of all floors.
class DungeonBuilder {
 public:
  explicit DungeonBuilder(const MeshSceneOptions& options)
      : random_(options.seed),
        size_(static_cast<Cm>(options.size * 100.0f)),
        count_(size_ / kRoomPitch),
        floors_(static_cast<Cm>(options.floors)),
        clutter_(options.clutter_percent),
        key_(random_.next()) {}

  MeshCanvas build() {
    for (Cm f = 0; f < floors_; ++f) {
      for (Cm j = 0; j < count_; ++j) {
        for (Cm i = 0; i < count_; ++i) draw_room(f, i, j);
      }
    }
    return std::move(canvas_);
  }

 private:
  std::uint64_t dice(Cm f, Cm i, Cm j) const { return hash_at(hash_at(key_, f), i, j); }

  Cm middle(Cm k) const {
    return static_cast<Cm>(std::int64_t{size_} * (2 * k + 1) / (2 * count_));
  }
  Plot room(Cm f, Cm i, Cm j) const {
    const std::uint64_t d = dice(f, i, j);
    const Cm half = size_ / count_ / 2;
    const auto side = [&](int byte, Cm most) {
      return half - 60 - static_cast<Cm>((d >> (8 * byte)) % 256) * most / 256;
    };
    return {middle(i) - side(2, 140), middle(j) - side(3, 300), middle(i) + side(4, 140),
            middle(j) + side(5, 300)};
  }

  /// Every room but the first has a way west or north, so all rooms of a floor are joined.
  bool opens_west(Cm f, Cm i, Cm j) const {
    return i > 0 && i < count_ && (j == 0 || dice(f, i, j) % 10 < 6);
  }
  bool opens_north(Cm f, Cm i, Cm j) const {
    return j > 0 && j < count_ && (i == 0 || dice(f, i, j) % 10 >= 4);
  }
  /// Whether stairs lead up from the room.
  bool has_stairs(Cm f, Cm i, Cm j) const {
    if (f < 0 || f + 1 >= floors_) return false;
    const std::uint64_t chosen = hash_at(~key_, f) % static_cast<std::uint64_t>(count_ * count_);
    return static_cast<Cm>(chosen) == j * count_ + i || dice(f, i, j) % 97 < 12;
  }

  void draw_room(Cm f, Cm i, Cm j) {
    const Plot plot = room(f, i, j);
    const Cm y = f * kLevel, x = middle(i), z = middle(j);
    const Plot stairs{x - kFlightHalf, z - kStairsHalf, x + kFlightHalf, z + kStairsHalf};
    const bool down = has_stairs(f - 1, i, j), up = has_stairs(f, i, j);
    if (down) {
      canvas_.floor_around(plot, stairs, y);
    } else {
      canvas_.floor(plot, y);
    }
    if (up) canvas_.stairs(stairs, Uphill::kPlusX, y, y + kLevel);
    side_along_z(plot.x0, plot.z0, plot.z1, z, y, opens_west(f, i, j));
    side_along_z(plot.x1, plot.z0, plot.z1, z, y, opens_west(f, i + 1, j));
    side_along_x(plot.z0, plot.x0, plot.x1, x, y, opens_north(f, i, j));
    side_along_x(plot.z1, plot.x0, plot.x1, x, y, opens_north(f, i, j + 1));
    if (opens_west(f, i, j)) corridor_along_x(room(f, i - 1, j).x1, plot.x0, z, y);
    if (opens_north(f, i, j)) corridor_along_z(room(f, i, j - 1).z1, plot.z0, x, y);
    furnish(plot, x, z, y, up || down);
  }

  void put_wall(Plot line, Cm y) { canvas_.box(line.shrunk(-kWallHalf), y, y + kWallHeight); }

  /// A side of a room, with a doorway around `door` or without.
  void side_along_z(Cm x, Cm z0, Cm z1, Cm door, Cm y, bool open) {
    if (!open) return put_wall({x, z0, x, z1}, y);
    put_wall({x, z0, x, door - kDoorHalf}, y);
    put_wall({x, door + kDoorHalf, x, z1}, y);
  }
  void side_along_x(Cm z, Cm x0, Cm x1, Cm door, Cm y, bool open) {
    if (!open) return put_wall({x0, z, x1, z}, y);
    put_wall({x0, z, door - kDoorHalf, z}, y);
    put_wall({door + kDoorHalf, z, x1, z}, y);
  }
  void corridor_along_x(Cm x0, Cm x1, Cm z, Cm y) {
    canvas_.floor({x0, z - kDoorHalf, x1, z + kDoorHalf}, y);
    for (const Cm side : {z - kDoorHalf, z + kDoorHalf}) put_wall({x0, side, x1, side}, y);
  }
  void corridor_along_z(Cm z0, Cm z1, Cm x, Cm y) {
    canvas_.floor({x - kDoorHalf, z0, x + kDoorHalf, z1}, y);
    for (const Cm side : {x - kDoorHalf, x + kDoorHalf}) put_wall({side, z0, side, z1}, y);
  }

  /// Pillars and rubble, away from the doorways and the stairs.
  void furnish(Plot plot, Cm x, Cm z, Cm y, bool stairs) {
    scatter(plot.shrunk(120), 360, clutter_, random_, [&](Cm px, Cm pz) {
      const Cm dx = std::abs(px - x), dz = std::abs(pz - z);
      if (stairs && dx < kFlightHalf + 220 && dz < kStairsHalf + 220) return;
      if (dx < kDoorHalf || dz < kDoorHalf) return;
      if (random_.chance(50)) return canvas_.spike(px, pz, random_.between(20, 50), y, 150);
      canvas_.box(plot_around(px, pz, random_.between(20, 40)), y, y + kWallHeight);
    });
  }

  Random random_;
  Cm size_;
  Cm count_;  ///< Rooms along a side.
  Cm floors_;
  std::uint32_t clutter_;
  std::uint64_t key_;
  MeshCanvas canvas_;
};

}  // namespace

MeshCanvas make_dungeon(const MeshSceneOptions& options) { return DungeonBuilder(options).build(); }

}  // namespace portolan::detail::scenes
