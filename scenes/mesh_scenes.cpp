#include "scenes/mesh_scenes.h"

#include <array>
#include <string>
#include <utility>

#include "scenes/mesh_scene_makers.h"
#include "scenes/option_limits.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::array<std::string_view, 5> kMeshNames{"city", "islands", "serpentine", "dungeon",
                                                     "hill-town"};
constexpr std::array kMeshMakers{make_mesh_city, make_islands, make_serpentine, make_dungeon,
                                 make_hill_town};
static_assert(kMeshNames.size() == kMeshMakers.size());

Result<Done> check_options(const MeshSceneOptions& o) {
  const std::array<OptionLimit, 3> limits{{{"size", o.size, 30, 10000},
                                           {"clutter_percent", o.clutter_percent, 0, 100},
                                           {"floors", o.floors, 1, 16}}};
  return check_limits(limits);
}

}  // namespace

std::span<const std::string_view> mesh_scene_names() { return kMeshNames; }

Result<Geometry> generate_mesh(std::string_view name, const MeshSceneOptions& options) {
  std::string known;
  for (std::size_t i = 0; i < kMeshNames.size(); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(kMeshNames[i]);
    if (kMeshNames[i] != name) continue;
    if (const Result<Done> checked = check_options(options); !checked) return checked.error();
    return kMeshMakers[i](options).take();
  }
  return Error{"there is no mesh scene \"" + std::string(name) + "\"; choose one of " + known};
}

}  // namespace portolan::detail::scenes
