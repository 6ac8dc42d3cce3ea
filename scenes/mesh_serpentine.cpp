#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "scenes/mesh_scene_makers.h"
#include "scenes/random.h"

namespace portolan::detail::scenes {
namespace {

constexpr Cm kHalfWidth = 450;  ///< Of the strip.
constexpr Cm kRunPitch = 1300;  ///< From one run of the strip to the next, at least.
constexpr Cm kSection = 200;    ///< From one cross section to the next.
constexpr Cm kRunHill = 1000;   ///< The strip goes up and down so far, over about 200 steps.

class SerpentineBuilder {
 public:
  explicit SerpentineBuilder(const MeshSceneOptions& options)
      : random_(options.seed),
        size_(static_cast<Cm>(options.size * 100.0f)),
        runs_(std::max(2, size_ / kRunPitch)),
        clutter_(options.clutter_percent),
        hill_key_(random_.next()) {
    // So far from the border that the waves and the half circles at the ends of the runs fit.
    wave_ = std::min(300, size_ / 40);
    const Cm inner = size_ - 2 * (kHalfWidth + wave_ + 1);
    pitch_ = inner / (runs_ - 1);
    margin_ = pitch_ / 2 + kHalfWidth + 1;
  }

  MeshCanvas build() {
    lay_out();
    for (std::size_t i = 0; i + 1 < line_.size(); ++i) draw_stretch(i);
    for (std::size_t i = 3; i + 3 < line_.size(); i += 2) set_obstacles(i);
    return std::move(canvas_);
  }

 private:
  /// The middle line: runs to and fro, all with the same waves, and half circles between them.
  void lay_out() {
    const std::uint64_t key = random_.next();
    const auto wave_at = [&](Cm x) { return (noise_at(key, x, 0, 2400) - 512) * wave_ / 512; };
    const Cm length = size_ - 2 * margin_, steps = std::max(2, length / kSection);
    for (Cm run = 0; run < runs_; ++run) {
      const Cm z = kHalfWidth + wave_ + 1 + run * pitch_;
      for (Cm s = 0; s <= steps; ++s) {
        const std::int64_t step = run % 2 == 0 ? s : steps - s;
        const Cm x = margin_ + static_cast<Cm>(length * step / steps);
        add(x, z + wave_at(x));
      }
      if (run + 1 < runs_) turn(run % 2 == 0, line_.back());
    }
  }

  /// Half a circle of 12 pieces; the sines are in 1/1000.
  void turn(bool at_far_end, Spot end) {
    constexpr Cm kSines[] = {259, 500, 707, 866, 966, 1000, 966, 866, 707, 500, 259};
    constexpr Cm kCosines[] = {966, 866, 707, 500, 259, 0, -259, -500, -707, -866, -966};
    const Cm radius = pitch_ / 2;
    for (std::size_t k = 0; k < std::size(kSines); ++k) {
      add(end.x + (at_far_end ? 1 : -1) * radius * kSines[k] / 1000,
          end.z + radius - radius * kCosines[k] / 1000);
    }
  }

  void add(Cm x, Cm z) {
    const Cm step = static_cast<Cm>(line_.size());
    line_.push_back({x, noise_at(hill_key_, step, 0, 200) * kRunHill / 1024, z});
  }

  /// The point `side` centimetres to the right of the middle line.
  Spot beside(std::size_t i, Cm side) const {
    const Spot& before = line_[i == 0 ? 0 : i - 1];
    const Spot& after = line_[std::min(i + 1, line_.size() - 1)];
    const std::int64_t dx = after.x - before.x, dz = after.z - before.z;
    const std::int64_t length = std::max<std::int64_t>(1, whole_root(dx * dx + dz * dz));
    return {line_[i].x - static_cast<Cm>(dz * side / length), line_[i].y,
            line_[i].z + static_cast<Cm>(dx * side / length)};
  }

  void draw_stretch(std::size_t i) {
    const Spot a = beside(i, -kHalfWidth), b = beside(i, kHalfWidth);
    const Spot c = beside(i + 1, kHalfWidth), d = beside(i + 1, -kHalfWidth);
    canvas_.quad(a, b, c, d);
    const auto edge = [&](Spot from, Spot to) {
      canvas_.quad({from.x, from.y - 100, from.z}, {to.x, to.y - 100, to.z}, to, from);
    };
    edge(b, c);
    edge(d, a);
  }

  /// Now and then a wall from one side to beyond the middle, else one or two things to go around.
  void set_obstacles(std::size_t i) {
    if (!random_.chance(clutter_)) return;
    const Cm hand = random_.chance(50) ? 1 : -1;
    if (random_.chance(20)) {
      const Spot a = beside(i, hand * kHalfWidth), b = beside(i, -hand * 60);
      canvas_.wall(a, b, 250);
      canvas_.wall(b, a, 250);
      return;
    }
    for (const Cm side : {-hand, hand}) {
      const Spot s = beside(i, side * random_.between(60, 330));
      const Cm height = random_.between(180, 400);
      canvas_.spike(s.x, s.z, random_.between(15, 70), s.y - 10, height);
      if (random_.chance(45)) return;
    }
  }

  Random random_;
  Cm size_;
  Cm runs_;
  std::uint32_t clutter_;
  std::uint64_t hill_key_;
  Cm wave_ = 0;
  Cm pitch_ = 0;
  Cm margin_ = 0;
  std::vector<Spot> line_;
  MeshCanvas canvas_;
};

}  // namespace

MeshCanvas make_serpentine(const MeshSceneOptions& options) {
  return SerpentineBuilder(options).build();
}

}  // namespace portolan::detail::scenes
