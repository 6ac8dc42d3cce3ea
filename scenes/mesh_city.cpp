#include <algorithm>
#include <cstdint>
#include <utility>

#include "scenes/mesh_scene_makers.h"
#include "scenes/random.h"
#include "scenes/street_net.h"

namespace portolan::detail::scenes {
namespace {

constexpr Cm kKerb = 15;
constexpr Cm kPavement = 320;  ///< Width of a pavement; stairs fit on it.
constexpr Cm kStorey = 340;
constexpr Cm kSpacing = 330;  ///< From obstacle to obstacle: people just pass between.
constexpr Cm kIndoorSpacing = 360;
constexpr Cm kFlight = 560;  ///< Length of the stairs to the next storey.
constexpr Cm kStairs = 300;  ///< Their width, of which ledges and the agent's radius take a part.

enum class BlockKind : std::uint8_t { kHouses, kStoreys, kPark, kMarket };

class MeshCityBuilder {
 public:
  explicit MeshCityBuilder(const MeshSceneOptions& options)
      : random_(options.seed),
        net_(make_net(static_cast<Cm>(options.size * 100.0f)), random_),
        clutter_(options.clutter_percent),
        key_(random_.next()) {}

  MeshCanvas build() {
    const Cm n = net_.count();
    for (Cm j = 0; j <= n; ++j) {
      for (Cm i = 0; i <= n; ++i) {
        draw_crossing(net_.crossing(i, j));
        if (i < n) {
          draw_street(net_.street_along_x(i, j), is_open(i, j - 1) && is_open(i, j));
        }
        if (j < n) {
          draw_street(net_.street_along_z(i, j), is_open(i - 1, j) && is_open(i, j));
        }
        if (i < n && j < n) draw_block(net_.block(i, j, kKerb), kind_of(i, j));
      }
    }
    return std::move(canvas_);
  }

 private:
  /// The usual streets, narrower where the town is too small for them.
  static StreetNet::Options make_net(Cm size) {
    return {size, 4600, std::min(1300, size / 4), std::min(1700, size / 4), 900};
  }

  BlockKind kind_of(Cm i, Cm j) const {
    const Ground ground = net_.block(i, j, 0);
    const std::uint64_t dice = hash_at(key_, i, j) % 100;
    if (std::min(ground.width, ground.depth) < 1600) return BlockKind::kPark;
    return dice < 25   ? BlockKind::kHouses
           : dice < 72 ? BlockKind::kStoreys
           : dice < 86 ? BlockKind::kPark
                       : BlockKind::kMarket;
  }
  /// A building that bridges lead into stands there.
  bool is_open(Cm i, Cm j) const {
    return i >= 0 && j >= 0 && i < net_.count() && j < net_.count() &&
           kind_of(i, j) == BlockKind::kStoreys;
  }

  void use(const Ground& ground) { canvas_.set_patch(ground.width, ground.depth, ground.corners); }

  void draw_crossing(const Ground& ground) {
    use(ground);
    canvas_.floor(ground.plan(), 0, MeshArea::kRoad);
    if (random_.chance(clutter_)) canvas_.spike(ground.width / 2, ground.depth / 2, 80, 0, 300);
  }

  void draw_street(const Ground& ground, bool between_buildings) {
    use(ground);
    const Cm length = ground.width, width = ground.depth;
    const Plot road{0, kPavement, length, width - kPavement};
    canvas_.floor({0, 0, length, road.z0}, kKerb, MeshArea::kPavement);
    canvas_.floor({0, road.z1, length, width}, kKerb, MeshArea::kPavement);
    canvas_.floor(road, 0, MeshArea::kRoad);
    canvas_.wall({0, 0, road.z0}, {length, 0, road.z0}, kKerb);
    canvas_.wall({length, 0, road.z1}, {0, 0, road.z1}, kKerb);
    const bool footbridge = !between_buildings && length >= 2400 && random_.chance(20);
    if (between_buildings) draw_skybridge(ground);
    if (footbridge) draw_footbridge(ground);
    park_cars(road);
    for (Cm x = 150; x + 150 <= length && !footbridge; x += kSpacing) {
      for (const Cm z : {road.z0 - 30, road.z1 + 30}) {
        if (random_.chance(clutter_)) canvas_.spike(x, z, 20, kKerb, 130);
      }
    }
  }

  void park_cars(Plot road) {
    for (Cm x = 300; x + 300 <= road.x1; x += 620) {
      for (const Cm z : {road.z0 + 110, road.z1 - 110}) {
        const Cm shift = random_.between(-60, 60);
        if (!random_.chance(clutter_)) continue;
        canvas_.box({x + shift - 210, z - 90, x + shift + 210, z + 90}, 0, 145);
      }
    }
  }

  /// From the upper storey of one building to that of another.
  void draw_skybridge(const Ground& ground) {
    canvas_.deck({ground.width / 2 - 200, 0, ground.width / 2 + 200, ground.depth},
                 kKerb + kStorey);
  }

  /// Over the street, with stairs on both pavements.
  void draw_footbridge(const Ground& ground) {
    const Cm middle = ground.width / 2, y = kKerb + 440;
    canvas_.deck({middle - 200, 0, middle + 200, ground.depth}, y);
    canvas_.stairs({middle + 200, 0, middle + 950, kStairs}, Uphill::kMinusX, kKerb, y);
    canvas_.stairs({middle - 950, ground.depth - kStairs, middle - 200, ground.depth},
                   Uphill::kPlusX, kKerb, y);
  }

  void draw_block(const Ground& ground, BlockKind kind) {
    use(ground);
    switch (kind) {
      case BlockKind::kHouses: return draw_houses(ground.plan());
      case BlockKind::kStoreys: return draw_storeys(ground.plan());
      case BlockKind::kPark: return draw_park(ground.plan());
      case BlockKind::kMarket: return draw_market(ground.plan());
    }
  }

  void draw_houses(Plot plan) {
    const Cm columns = std::max(1, plan.width() / 1500), rows = std::max(1, plan.depth() / 1400);
    for (Cm r = 0; r < rows; ++r) {
      for (Cm c = 0; c < columns; ++c) {
        const Plot lot{plan.width() * c / columns, plan.depth() * r / rows,
                       plan.width() * (c + 1) / columns, plan.depth() * (r + 1) / rows};
        const Plot house = lot.shrunk(random_.between(280, 420));
        canvas_.floor_around(lot, house, 0, MeshArea::kLawn);
        canvas_.house(house, 0, random_.between(3, 7) * 100);
        plant({lot.x0, lot.z0, lot.x1, house.z0});
        plant({lot.x0, house.z0, house.x0, lot.z1});
      }
    }
  }

  void plant(Plot plot) {
    scatter(plot, 270, clutter_, random_, [&](Cm x, Cm z) {
      const Cm height = random_.between(200, 500);
      canvas_.spike(x, z, random_.between(15, 35), 0, height);
    });
  }

  void draw_park(Plot plan) {
    canvas_.floor(plan, 0, MeshArea::kLawn);
    scatter(plan, kSpacing, clutter_, random_, [&](Cm x, Cm z) {
      const Cm height = random_.between(200, 600);
      canvas_.spike(x, z, random_.between(15, 70), 0, height);
    });
  }

  /// Stalls around a fountain.
  void draw_market(Plot plan) {
    canvas_.floor(plan, 0, MeshArea::kPavement);
    const Cm x0 = plan.width() / 2, z0 = plan.depth() / 2;
    canvas_.spike(x0, z0, 180, 0, 320);
    scatter(plan.shrunk(100), kSpacing, clutter_, random_, [&](Cm x, Cm z) {
      if (std::abs(x - x0) < 350 && std::abs(z - z0) < 350) return;
      if (random_.chance(40)) return canvas_.spike(x, z, random_.between(15, 40), 0, 250);
      const Cm half_x = random_.between(30, 100), half_z = random_.between(30, 70);
      canvas_.box({x - half_x, z - half_z, x + half_x, z + half_z}, 0, random_.between(100, 130));
    });
  }

  /// An open building: all floors have their stairs or ramps at the same place, one above the
  /// other.
  void draw_storeys(Plot plan) {
    const Cm storeys = random_.between(1, 3);
    const bool ramps = random_.chance(30);
    const Cm x = (plan.width() - kFlight) / 2 - random_.between(0, 300), z = plan.depth() / 2;
    const Plot stairs{x, z - kStairs / 2, x + kFlight, z + kStairs / 2};
    canvas_.floor(plan, 0);
    for (Cm k = 0; k <= storeys; ++k) {
      const Cm y = k * kStorey;
      furnish(plan, stairs, y, k < storeys);
      if (k == storeys) continue;
      if (ramps) {
        canvas_.ramp(stairs, Uphill::kPlusX, y, y + kStorey);
      } else {
        canvas_.stairs(stairs, Uphill::kPlusX, y, y + kStorey);
      }
      canvas_.deck_around(plan, stairs, y + kStorey);
      draw_front(plan, y);
    }
  }

  /// Pieces of the outer walls; their number is even, so that the middle stays open for bridges.
  void draw_front(Plot plan, Cm y) {
    const Cm top = y + kStorey - 20;
    const Cm columns = plan.width() / 1000 * 2, rows = plan.depth() / 1000 * 2;
    for (Cm c = 0; c < columns; ++c) {
      const Cm x = plan.width() * (2 * c + 1) / (2 * columns);
      canvas_.walls({x - 110, 0, x + 110, 30}, y, top);
      canvas_.walls({x - 110, plan.z1 - 30, x + 110, plan.z1}, y, top);
    }
    for (Cm r = 0; r < rows; ++r) {
      const Cm z = plan.depth() * (2 * r + 1) / (2 * rows);
      canvas_.walls({0, z - 110, 30, z + 110}, y, top);
      canvas_.walls({plan.x1 - 30, z - 110, plan.x1, z + 110}, y, top);
    }
  }

  /// Columns and short walls up to the ceiling, and crates; plants on the roof.
  void furnish(Plot plan, Plot stairs, Cm y, bool indoors) {
    const Plot keep_free = stairs.shrunk(-220);
    scatter(plan.shrunk(150), kIndoorSpacing, clutter_, random_, [&](Cm x, Cm z) {
      if (x > keep_free.x0 && x < keep_free.x1 && z > keep_free.z0 && z < keep_free.z1) return;
      const std::uint32_t dice = random_.below(100);
      if (dice < 55 || !indoors) return canvas_.spike(x, z, random_.between(15, 45), y, 160);
      const Cm long_x = dice < 70 ? 100 : 20, long_z = dice >= 70 && dice < 85 ? 100 : 20;
      canvas_.walls({x - long_x, z - long_z, x + long_x, z + long_z}, y, y + kStorey - 20);
    });
  }

  Random random_;
  StreetNet net_;
  MeshCanvas canvas_;
  std::uint32_t clutter_;
  std::uint64_t key_;
};

}  // namespace

MeshCanvas make_mesh_city(const MeshSceneOptions& options) {
  return MeshCityBuilder(options).build();
}

}  // namespace portolan::detail::scenes
