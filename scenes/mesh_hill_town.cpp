#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "scenes/mesh_scene_makers.h"
#include "scenes/random.h"
#include "scenes/street_net.h"

namespace portolan::detail::scenes {
namespace {

constexpr Cm kSteepRamp = 300;  ///< Lanes that rise more have steps.
constexpr Cm kRoofHeight = 320;
constexpr Cm kBase = 400;  ///< Height of the lowest lanes, so that walls can reach below them.

/// Terraces between lanes. A terrace is level, at the mean height of the crossings around it; the
/// lanes along it climb past that height, and there one steps from the one to the other.
class HillTownBuilder {
 public:
  explicit HillTownBuilder(const MeshSceneOptions& options)
      : random_(options.seed),
        size_(static_cast<Cm>(options.size * 100.0f)),
        net_({size_, 1900, 420, 600, 500}, random_),
        clutter_(options.clutter_percent) {
    raise_hill();
  }

  MeshCanvas build() {
    const Cm n = net_.count();
    for (Cm j = 0; j <= n; ++j) {
      for (Cm i = 0; i <= n; ++i) {
        use(net_.crossing(i, j));
        canvas_.floor(net_.crossing(i, j).plan(), 0, MeshArea::kRoad);
        if (i < n) draw_lane(net_.street_along_x(i, j));
        if (j < n) draw_lane(net_.street_along_z(i, j));
        if (i < n && j < n) draw_terrace(i, j);
      }
    }
    return std::move(canvas_);
  }

 private:
  /// A round hill with knolls, nowhere too steep for a lane.
  void raise_hill() {
    const std::uint64_t key = random_.next();
    const std::int64_t middle = size_ / 2, foot = middle * middle * 3 / 2;
    const std::int64_t peak = std::min(size_ / 9, 9000);
    for (Cm j = 0; j <= net_.count(); ++j) {
      for (Cm i = 0; i <= net_.count(); ++i) {
        const Spot s = net_.middle(i, j);
        const std::int64_t dx = s.x - middle, dz = s.z - middle;
        const std::int64_t inside = std::max<std::int64_t>(0, foot - dx * dx - dz * dz);
        net_.height(i, j) = kBase + static_cast<Cm>(peak * inside / foot) +
                            noise_at(key, s.x, s.z, 5000) * 600 / 1024;
      }
    }
  }

  void use(const Ground& ground) { canvas_.set_patch(ground.width, ground.depth, ground.corners); }

  void draw_lane(Ground ground) {
    const Plot plan = ground.plan();
    const Cm from = ground.corners[0].y, to = ground.corners[2].y;
    use(ground);
    canvas_.wall({0, -150, plan.z1}, {plan.x1, -150, plan.z1}, 150);
    canvas_.wall({plan.x1, -150, 0}, {0, -150, 0}, 150);
    line_with_obstacles(plan);
    if (std::abs(to - from) <= kSteepRamp) return canvas_.floor(plan, 0, MeshArea::kRoad);
    const Cm low = std::min(from, to), high = std::max(from, to);
    for (Spot& c : ground.corners) c.y = 0;
    use(ground);
    canvas_.stairs(plan, from < to ? Uphill::kPlusX : Uphill::kMinusX, low, high);
  }

  /// Barrels, benches and posts, on one side at a time, so that the other stays open.
  void line_with_obstacles(Plot lane) {
    for (Cm x = 200; x + 200 <= lane.x1; x += 380) {
      const Cm half = random_.between(15, 35);
      const Cm z = random_.chance(50) ? half : lane.z1 - half;
      if (random_.chance(clutter_)) canvas_.spike(x, z, half, -20, 180);
    }
  }

  void draw_terrace(Cm i, Cm j) {
    const auto [low, high] = std::minmax({net_.height(i, j), net_.height(i + 1, j),
                                          net_.height(i, j + 1), net_.height(i + 1, j + 1)});
    const Ground ground = net_.block(i, j, (low + high) / 2);
    const Plot plan = ground.plan();
    use(ground);
    canvas_.walls(plan, low - 150 - (low + high) / 2, 0);
    const std::uint32_t dice = random_.below(100);
    const bool small = std::min(plan.width(), plan.depth()) < 1000;
    if (small || dice < 20) return draw_orchard(plan);
    if (plan.width() >= 1300 && dice < 50) return draw_arcade(plan);
    draw_houses(plan, plan.width() >= 1400 && dice >= 75 ? 2 : 1);
  }

  void draw_orchard(Plot plan) {
    canvas_.floor(plan, 0, MeshArea::kLawn);
    plant(plan, 0);
  }

  void plant(Plot plot, Cm y) {
    scatter(plot, 280, clutter_, random_, [&](Cm x, Cm z) {
      const Cm height = random_.between(180, 400);
      canvas_.spike(x, z, random_.between(15, 40), y, height);
    });
  }

  /// One house, or two with an alley between them, each in its garden.
  void draw_houses(Plot plan, Cm count) {
    for (Cm k = 0; k < count; ++k) {
      const Plot lot{plan.x1 * k / count, 0, plan.x1 * (k + 1) / count, plan.z1};
      const Cm side = count == 1 ? random_.between(280, 400) : random_.between(250, 300);
      const Plot house{lot.x0 + side, random_.between(260, 350), lot.x1 - side,
                       lot.z1 - random_.between(280, 400)};
      canvas_.floor_around(lot, house, 0, MeshArea::kLawn);
      canvas_.house(house, 0, random_.between(3, 6) * 100);
      plant({lot.x0, house.z1, lot.x1, lot.z1}, 0);
      if (count == 1) plant({lot.x0, 0, house.x0, house.z1}, 0);
    }
  }

  /// A roofed market: a deck on posts, with stairs up to it and trees in tubs on it.
  void draw_arcade(Plot plan) {
    canvas_.floor(plan, 0, MeshArea::kPavement);
    const Plot roof{std::max(720, plan.x1 / 2 - 100), 150, plan.x1 - 100, plan.z1 - 150};
    const Cm z = plan.z1 / 2;
    canvas_.deck(roof, kRoofHeight);
    canvas_.stairs({roof.x0 - 520, z - 150, roof.x0, z + 150}, Uphill::kPlusX, 0, kRoofHeight);
    scatter(roof, 330, clutter_, random_, [&](Cm x, Cm pz) {
      canvas_.walls(plot_around(x, pz, 20), 0, kRoofHeight - 20);
      if (x < roof.x0 + 250 && std::abs(pz - z) < 250) return;
      canvas_.spike(x, pz, 30, kRoofHeight, 150);
    });
  }

  Random random_;
  Cm size_;
  StreetNet net_;
  std::uint32_t clutter_;
  MeshCanvas canvas_;
};

}  // namespace

MeshCanvas make_hill_town(const MeshSceneOptions& options) {
  return HillTownBuilder(options).build();
}

}  // namespace portolan::detail::scenes
