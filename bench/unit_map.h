#pragma once

#include <random>

#include "portolan/grid.h"
#include "portolan/io.h"
#include "study.h"

/// What the benchmarks of units on grids share: their maps, and tiles drawn on them. Public headers
/// only, as a game would have it.
namespace portolan::bench {

using namespace detail::bench;

struct UnitArguments {
  std::vector<std::string> maps{"cities/Berlin_0_1024", "cities/Denver_0_1024",
                                "cities/Milan_0_1024", "cities/NewYork_0_1024",
                                "cities/Shanghai_0_1024"};
  std::uint32_t units = 1000;
  unsigned rounds = 5;
  std::uint64_t seed = 1;

  void add_options(CLI::App& app) {
    app.add_option("--maps", maps, "by collection and name, such as cities/Berlin_0_1024")
        ->capture_default_str();
    app.add_option("--units", units)->check(CLI::Range(1, 100'000))->capture_default_str();
    app.add_option("--seed", seed)->capture_default_str();
    add_rounds(app, rounds);
  }
};

inline Grid load_unit_map(const std::filesystem::path& data, const std::string& name) {
  return take(load_map(data / "grid" / (name + ".map")));
}

/// Draws tiles, the same on every machine.
class TileDrawer {
 public:
  explicit TileDrawer(std::uint64_t seed) : random_(seed) {}

  std::int32_t below(std::size_t limit) { return static_cast<std::int32_t>(random_() % limit); }
  /// One that can be walked on.
  Tile draw(const GridSnapshot& world) {
    for (;;) {
      const Tile t{below(world.grid().width()), below(world.grid().height())};
      if (world.passable(t)) return t;
    }
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace portolan::bench
