#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "scenes/components.h"
#include "scenes/grid_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

/// Lengths of the plan are in 1/16 tile, so that streets at an angle have smooth edges.
constexpr std::int32_t kUnit = 16;

constexpr std::int32_t floor_div(std::int32_t a, std::int32_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// A stretch between two parallel streets, and where in it a point lies.
struct Lot {
  bool street;          ///< The point lies on the street before the lot.
  std::int32_t number;  ///< Which lot.
  std::int32_t offset;  ///< From the begin of the lot, in units.
  std::int32_t length;  ///< Of the lot, in units.
};

/// Streets come about every `pitch` units, unevenly; `widths` are in tiles.
Lot find_lot(std::int32_t at, std::int32_t pitch, std::uint64_t key,
             const std::array<std::int32_t, 4>& widths) {
  const auto street_at = [&](std::int32_t k) {
    return k * pitch +
           static_cast<std::int32_t>(hash_at(key, k) % static_cast<std::uint64_t>(pitch * 2 / 5));
  };
  std::int32_t k = floor_div(at, pitch);
  if (at < street_at(k)) --k;
  const std::int32_t width = std::min(pitch / 2, widths[hash_at(key, k, 1) % 4] * kUnit);
  const std::int32_t begin = street_at(k) + width;
  return {at < begin, k, at - begin, street_at(k + 1) - begin};
}

/// A quarter of the town: its streets run at one angle.
struct District {
  std::int32_t x, y;         ///< Its middle, in units.
  std::int32_t dx, dy, len;  ///< Direction of its streets: whole numbers with dx² + dy² = len².
  std::int32_t pitch_u, pitch_v;
  std::uint64_t key;
};

/// What stands on a block; `u`, `v` count tiles from its edges, `across`, `along` are its sides.
class Block {
 public:
  Block(Lot u, Lot v, std::uint64_t dice)
      : u_(u.offset / kUnit),
        v_(v.offset / kUnit),
        across_(u.length / kUnit),
        along_(v.length / kUnit),
        dice_(dice) {}

  TileLetter letter(std::uint64_t park_key, std::int32_t x, std::int32_t y) const {
    const std::uint64_t kind = dice_ % 100;
    const bool small = std::min(across_, along_) < 9;
    if (kind < 4) return is_monument() ? kWall : kFree;
    if (kind < 12) return park(park_key, x, y);
    if (small || kind < 50) return kWall;
    if (kind < 70) return is_courtyard() ? kFree : kWall;
    if (kind < 86) return v_ % house_pitch() < 2 && v_ + 2 < along_ && v_ >= 2 ? kFree : kWall;
    return is_villa() ? kWall : kGrass;
  }

 private:
  std::int32_t edge_distance() const {
    return std::min(std::min(u_, across_ - 1 - u_), std::min(v_, along_ - 1 - v_));
  }
  std::int32_t house_pitch() const { return 8 + static_cast<std::int32_t>((dice_ >> 8) % 6); }

  bool is_monument() const {
    return std::abs(2 * u_ - across_) < 4 && std::abs(2 * v_ - along_) < 4 && across_ > 7 &&
           along_ > 7;
  }
  /// Trees in clumps, lawns and footpaths around and across.
  TileLetter park(std::uint64_t key, std::int32_t x, std::int32_t y) const {
    const bool path =
        edge_distance() < 1 || std::abs(2 * u_ - across_) < 3 || std::abs(2 * v_ - along_) < 3;
    if (path) return kFree;
    return noise_at(key, x, y, 5) > 620 ? kTrees : kGrass;
  }
  /// Open inside, with a gateway to the street.
  bool is_courtyard() const {
    const std::int32_t depth = 4 + static_cast<std::int32_t>((dice_ >> 8) % 2);
    return edge_distance() >= depth || (std::abs(2 * v_ - along_) < 3 && 2 * u_ < across_);
  }
  /// Houses standing apart in their gardens.
  bool is_villa() const {
    const std::int32_t pitch = house_pitch();
    const std::int32_t hu = u_ % pitch, hv = v_ % pitch;
    return hu >= 2 && hv >= 2 && hu < pitch - 1 && hv < pitch - 1 && u_ + 1 < across_ &&
           v_ + 1 < along_;
  }

  std::int32_t u_, v_, across_, along_;
  std::uint64_t dice_;
};

/// The plan of the town. The districts are the areas nearest to scattered middles; where two
/// meet runs an avenue. All coordinates are bent a little first, and the streets with them.
class CityBuilder {
 public:
  explicit CityBuilder(const GridSceneOptions& options)
      : random_(options.seed),
        canvas_(static_cast<std::int32_t>(options.width), static_cast<std::int32_t>(options.height),
                kFree),
        side_(std::min(canvas_.width, canvas_.height)),
        block_(std::min(static_cast<std::int32_t>(options.block_size), side_ / 2)),
        area_(block_ * 7 * kUnit) {
    bend_key_ = random_.next();
    park_key_ = random_.next();
    found_districts();
  }

  TileCanvas build() {
    for (std::int32_t y = 0; y < canvas_.height; ++y) {
      for (std::int32_t x = 0; x < canvas_.width; ++x) canvas_.at(x, y) = letter_at(x, y);
    }
    if (side_ >= 32) lay_river();
    keep_largest_component(canvas_);
    return std::move(canvas_);
  }

 private:
  void found_districts() {
    constexpr std::array<std::array<std::int32_t, 3>, 9> kDirections{{{1, 0, 1},
                                                                      {1, 0, 1},
                                                                      {24, 7, 25},
                                                                      {24, -7, 25},
                                                                      {12, 5, 13},
                                                                      {12, -5, 13},
                                                                      {4, 3, 5},
                                                                      {3, 4, 5},
                                                                      {15, 8, 17}}};
    // One ring of districts outside the map: bent coordinates reach there.
    columns_ = canvas_.width * kUnit / area_ + 4;
    rows_ = canvas_.height * kUnit / area_ + 4;
    for (std::int32_t r = 0; r < rows_; ++r) {
      for (std::int32_t c = 0; c < columns_; ++c) {
        District d;
        d.x = c * area_ + random_.between(area_ / 5, area_ * 4 / 5);
        d.y = r * area_ + random_.between(area_ / 5, area_ * 4 / 5);
        const auto& direction = kDirections[random_.below(kDirections.size())];
        d.dx = direction[0], d.dy = direction[1], d.len = direction[2];
        d.pitch_u = block_ * kUnit * random_.between(65, 110) / 100;
        d.pitch_v = block_ * kUnit * random_.between(90, 170) / 100;
        if (random_.chance(50)) std::swap(d.pitch_u, d.pitch_v);
        d.key = random_.next();
        districts_.push_back(d);
      }
    }
  }

  TileLetter letter_at(std::int32_t x, std::int32_t y) const {
    const std::int32_t bend = std::min(14, block_ / 2) * kUnit;
    const std::int32_t wavelength = block_ * 5;
    // Shifted by one area into the ring of outer districts, so that nothing is negative.
    const std::int32_t px =
        x * kUnit + area_ + (noise_at(bend_key_, x, y, wavelength) - 512) * bend / 512;
    const std::int32_t py =
        y * kUnit + area_ + (noise_at(~bend_key_, x, y, wavelength) - 512) * bend / 512;
    bool avenue = false;
    const District& d = find_district(px, py, avenue);
    if (avenue) return kFree;
    const std::int32_t u = floor_div((px - d.x) * d.dx + (py - d.y) * d.dy, d.len);
    const std::int32_t v = floor_div((py - d.y) * d.dx - (px - d.x) * d.dy, d.len);
    const Lot across = find_lot(u, d.pitch_u, d.key, {3, 3, 4, 5});
    if (across.street) return kFree;
    // Each strip between two long streets has its own cross streets.
    const Lot along = find_lot(v, d.pitch_v, hash_at(d.key, across.number), {2, 3, 3, 4});
    if (along.street) return kFree;
    return Block(across, along, hash_at(~d.key, across.number, along.number))
        .letter(park_key_, x, y);
  }

  /// The district of a point, and whether the point lies on the avenue around it.
  const District& find_district(std::int32_t px, std::int32_t py, bool& avenue) const {
    const District* nearest = nullptr;
    const District* second = nullptr;
    std::int64_t nearest_d2 = INT64_MAX, second_d2 = INT64_MAX;
    const std::int32_t c0 = px / area_, r0 = py / area_;
    for (std::int32_t r = std::max(0, r0 - 1); r <= std::min(rows_ - 1, r0 + 1); ++r) {
      for (std::int32_t c = std::max(0, c0 - 1); c <= std::min(columns_ - 1, c0 + 1); ++c) {
        const std::int32_t number = r * columns_ + c;
        const District& d = districts_[static_cast<std::size_t>(number)];
        const std::int64_t x = px - d.x, y = py - d.y, d2 = x * x + y * y;
        if (d2 < nearest_d2) {
          second = nearest, second_d2 = nearest_d2;
          nearest = &d, nearest_d2 = d2;
        } else if (d2 < second_d2) {
          second = &d, second_d2 = d2;
        }
      }
    }
    // The bisector is (second_d2 - nearest_d2) / (2 · distance of the middles) away.
    const std::int64_t x = nearest->x - second->x, y = nearest->y - second->y;
    const std::int64_t width =
        std::clamp(block_ / 3, 2, 5 + static_cast<int>((nearest->key ^ second->key) % 4)) * kUnit;
    const std::int64_t gap = second_d2 - nearest_d2;
    avenue = gap * gap < width * width * (x * x + y * y);
    return *nearest;
  }

  /// A winding river along the map, with quays on both sides and bridges across.
  void lay_river() {
    const bool flows_down =
        canvas_.height != canvas_.width ? canvas_.height > canvas_.width : random_.chance(50);
    const std::int32_t length = flows_down ? canvas_.height : canvas_.width;
    const std::int32_t half = std::clamp(side_ / 60, 1, 14);
    const std::int32_t quay = std::clamp(half / 2, 2, 4);
    const std::int32_t gap = std::clamp(side_ / 6, 12, 90);
    const std::int32_t bridge_width = std::clamp(half, 2, 5);
    const std::uint64_t key = random_.next();
    const std::int32_t base = random_.between(side_ * 2 / 5, side_ * 3 / 5) * kUnit;
    // The middle of the river, in units: wide bends with small ones on them.
    const auto middle_at = [&](std::int32_t along) {
      const std::int32_t wide = noise_at(key, along, 0, std::max(16, side_ / 2)) - 512;
      const std::int32_t fine = noise_at(~key, along, 0, std::clamp(side_ / 6, 8, 120)) - 512;
      return base + (wide * (side_ / 5) + fine * std::min(16, side_ / 24)) * kUnit / 512;
    };
    std::int32_t bridge = gap / 2;
    for (std::int32_t along = 0; along < length; ++along) {
      const std::int32_t middle = middle_at(along) / kUnit;
      // Where the river runs askew, its quays must reach over to those of the next row.
      const std::int32_t bank = quay + std::abs(middle_at(along + 1) / kUnit - middle);
      if (along >= bridge + bridge_width) bridge = along + random_.between(gap / 2, gap * 3 / 2);
      const bool is_bridge = along >= bridge;
      const std::int32_t end = std::min(side_, middle + half + bank + 1);
      for (std::int32_t across = std::max(0, middle - half - bank); across < end; ++across) {
        const bool water = std::abs(across - middle) <= half && !is_bridge;
        (flows_down ? canvas_.at(across, along) : canvas_.at(along, across)) =
            water ? kWater : kFree;
      }
    }
  }

  Random random_;
  TileCanvas canvas_;
  std::int32_t side_;   ///< The shorter side, in tiles.
  std::int32_t block_;  ///< Usual side of a block, in tiles.
  std::int32_t area_;   ///< Usual side of a district, in units.
  std::int32_t columns_ = 0;
  std::int32_t rows_ = 0;
  std::vector<District> districts_;
  std::uint64_t bend_key_ = 0;
  std::uint64_t park_key_ = 0;
};

}  // namespace

TileCanvas make_city(const GridSceneOptions& options) { return CityBuilder(options).build(); }

}  // namespace portolan::detail::scenes
