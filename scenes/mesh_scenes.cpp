#include "scenes/mesh_scenes.h"

#include <array>
#include <string>
#include <utility>

#include "scenes/mesh_scene_makers.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::array<std::string_view, 5> kNames{"city", "islands", "serpentine", "dungeon",
                                                 "hill-town"};
constexpr std::array kMakers{make_mesh_city, make_islands, make_serpentine, make_dungeon,
                             make_hill_town};
static_assert(kNames.size() == kMakers.size());

struct Limit {
  const char* option;
  double value;
  int low, high;
};

Result<Done> check_options(const MeshSceneOptions& o) {
  const std::array<Limit, 3> limits{
      {{"size", o.size, 30, 10000},
       {"clutter_percent", static_cast<double>(o.clutter_percent), 0, 100},
       {"floors", static_cast<double>(o.floors), 1, 16}}};
  for (const Limit& limit : limits) {
    if (limit.value >= limit.low && limit.value <= limit.high) continue;
    return Error{std::string("scene option ") + limit.option + " is " +
                 std::to_string(limit.value) + "; choose " + std::to_string(limit.low) + " to " +
                 std::to_string(limit.high)};
  }
  return Done{};
}

}  // namespace

std::span<const std::string_view> mesh_scene_names() { return kNames; }

Result<Geometry> generate_mesh(std::string_view name, const MeshSceneOptions& options) {
  std::string known;
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(kNames[i]);
    if (kNames[i] != name) continue;
    if (const Result<Done> checked = check_options(options); !checked) return checked.error();
    return kMakers[i](options).take();
  }
  return Error{"there is no mesh scene \"" + std::string(name) + "\"; choose one of " + known};
}

}  // namespace portolan::detail::scenes
