#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "scenes/mesh_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::size_t kCorners = 32;  ///< Of an island's outline.
constexpr Cm kIslandPitch = 6400;     ///< From island to island, about.
constexpr Cm kRings = 6;              ///< Of triangles from an island's middle to its shore.
constexpr Cm kHill = 600;             ///< Height of the hills.
constexpr Cm kHillWidth = 3200;       ///< Slopes stay below 2 * kHill / kHillWidth.

/// 1000 * (cos, -sin) of an eighth of the circle in steps of 1/32; symmetry gives the others.
constexpr std::array<std::array<Cm, 2>, 5> kEighth{
    {{1000, 0}, {981, 195}, {924, 383}, {831, 556}, {707, 707}}};

/// Unit vectors times 1000, counterclockwise seen from above.
std::array<Cm, 2> direction(std::size_t k) {
  const std::size_t quarter = k / 8, rest = k % 8;
  const auto& e = kEighth[rest <= 4 ? rest : 8 - rest];
  Cm x = rest <= 4 ? e[0] : e[1], z = rest <= 4 ? -e[1] : -e[0];
  for (std::size_t q = 0; q < quarter; ++q) x = std::exchange(z, -x);
  return {x, z};
}

struct Island {
  Cm x, z;
  std::array<Cm, kCorners> radii;
  std::vector<Spot> landings;  ///< Where bridges end.

  Spot corner(std::size_t k, Cm ring) const {
    const auto [dx, dz] = direction(k % kCorners);
    const Cm radius = radii[k % kCorners] * ring / kRings;
    return {x + dx * radius / 1000, 0, z + dz * radius / 1000};
  }
  /// Whether the point lies inside the outline, `margin` away from it or nearly so.
  bool contains(Cm px, Cm pz, Cm margin) const {
    const std::int64_t dx = px - x, dz = pz - z;
    const std::int64_t grown = whole_root(dx * dx + dz * dz) + margin;
    const std::int64_t length = std::max<std::int64_t>(1, grown - margin);
    const std::int64_t qx = dx * grown / length, qz = dz * grown / length;
    for (std::size_t k = 0; k < kCorners; ++k) {
      const Spot a = corner(k, kRings), b = corner(k + 1, kRings);
      const std::int64_t ax = a.x - x, az = a.z - z, bx = b.x - x, bz = b.z - z;
      // In the sector between the two corners, left of the edge that joins them.
      if (qx * az - qz * ax < 0 || bx * qz - bz * qx < 0) continue;
      return (qx - ax) * (bz - az) - (qz - az) * (bx - ax) > 0;
    }
    return false;
  }
};

class IslandsBuilder {
 public:
  explicit IslandsBuilder(const MeshSceneOptions& options)
      : random_(options.seed),
        size_(static_cast<Cm>(options.size * 100.0f)),
        count_(std::max(1, size_ / kIslandPitch)),
        clutter_(options.clutter_percent),
        hill_key_(random_.next()) {}

  MeshCanvas build() {
    for (Cm j = 0; j < count_; ++j) {
      for (Cm i = 0; i < count_; ++i) islands_.push_back(make_island(i, j));
    }
    // Every island has a bridge to one before it, so all are joined.
    for (Cm j = 0; j < count_; ++j) {
      for (Cm i = 0; i < count_; ++i) {
        const bool west = j == 0 || random_.chance(50);
        if (i > 0 && (west || random_.chance(40))) draw_bridge(at(i - 1, j), at(i, j));
        if (j > 0 && (i == 0 || !west || random_.chance(40))) draw_bridge(at(i, j - 1), at(i, j));
      }
    }
    for (const Island& island : islands_) {
      draw_land(island);
      plant(island);
    }
    return std::move(canvas_);
  }

 private:
  Island& at(Cm i, Cm j) {
    const Cm number = j * count_ + i;
    return islands_[static_cast<std::size_t>(number)];
  }

  Island make_island(Cm i, Cm j) {
    const Cm pitch = size_ / count_, wander = pitch / 20;
    const auto middle = [&](Cm k) {
      return static_cast<Cm>(std::int64_t{size_} * (2 * k + 1) / (2 * count_)) +
             random_.between(-wander, wander);
    };
    Island island{middle(i), middle(j), {}, {}};
    const std::uint64_t key = random_.next();
    const Cm largest = pitch / 2 - wander, usual = random_.between(88, 100) * largest / 100;
    for (std::size_t k = 0; k < kCorners; ++k) {
      const auto [dx, dz] = direction(k);
      // Noise over the circle closes on itself, unlike noise over the angle.
      island.radii[k] =
          usual * (600 + noise_at(key, 1000 + dx, 1000 + dz, 700) * 400 / 1024) / 1000;
    }
    return island;
  }

  Spot on_ground(Spot s) const {
    return {s.x, noise_at(hill_key_, s.x, s.z, kHillWidth) * kHill / 1024, s.z};
  }

  void draw_land(const Island& island) {
    for (Cm ring = 0; ring < kRings; ++ring) {
      // The innermost ring has its inner corners in one point: its quads become triangles.
      const MeshArea area = ring + 1 == kRings ? MeshArea::kGround : MeshArea::kLawn;
      for (std::size_t k = 0; k < kCorners; ++k) {
        canvas_.quad(on_ground(island.corner(k, ring)), on_ground(island.corner(k, ring + 1)),
                     on_ground(island.corner(k + 1, ring + 1)),
                     on_ground(island.corner(k + 1, ring)), area);
      }
    }
    for (std::size_t k = 0; k < kCorners; ++k) {
      const Spot a = on_ground(island.corner(k, kRings)),
                 b = on_ground(island.corner(k + 1, kRings));
      canvas_.quad({a.x, -200, a.z}, {b.x, -200, b.z}, b, a);
    }
  }

  /// Trees and rocks, in thickets and clearings; their feet are sunk into the ground.
  void plant(const Island& island) {
    const Plot around = plot_around(island.x, island.z, size_ / count_ / 2);
    scatter(around, 300, 100, random_, [&](Cm x, Cm z) {
      const Cm wood = noise_at(~hill_key_, std::max(0, x), std::max(0, z), 1200) * 80 / 1024 - 40;
      const Cm percent = static_cast<Cm>(clutter_) + (clutter_ % 100 == 0 ? 0 : wood);
      if (random_.between(0, 99) >= percent || !island.contains(x, z, 100)) return;
      for (const Spot& l : island.landings) {
        if (std::abs(x - l.x) < 350 && std::abs(z - l.z) < 350) return;
      }
      const bool rock = random_.chance(25);
      const Cm half = rock ? random_.between(50, 90) : random_.between(15, 35);
      const Cm height = rock ? random_.between(170, 260) : random_.between(300, 700);
      canvas_.spike(x, z, half, on_ground({x, 0, z}).y - 40, height);
    });
  }

  /// From shore to shore, just above the ground there.
  void draw_bridge(Island& from, Island& to) {
    const Spot begin = find_landing(from, to), end = find_landing(to, from);
    canvas_.bridge(begin, end, 200, MeshArea::kRoad);
    from.landings.push_back(begin);
    to.landings.push_back(end);
  }

  /// About 2 m from the shore, on the path from the middle of one island to that of the other. Not
  /// farther: the hill could rise above a bridge that starts behind it.
  Spot find_landing(const Island& here, const Island& there) const {
    Spot spot{here.x, 0, here.z};
    for (Cm part = 1; part < 100 && here.contains(spot.x, spot.z, 200); ++part) {
      spot.x = here.x + (there.x - here.x) * part / 100;
      spot.z = here.z + (there.z - here.z) * part / 100;
    }
    spot = on_ground(spot);
    spot.y += 20;
    return spot;
  }

  Random random_;
  Cm size_;
  Cm count_;  ///< Islands along a side.
  std::uint32_t clutter_;
  std::uint64_t hill_key_;
  std::vector<Island> islands_;
  MeshCanvas canvas_;
};

}  // namespace

MeshCanvas make_islands(const MeshSceneOptions& options) { return IslandsBuilder(options).build(); }

}  // namespace portolan::detail::scenes
