#include <array>

#include "scenes/mesh_scenes.h"

namespace portolan::detail::scenes {
namespace {

constexpr std::array<MeshPreset, 7> kPresets{{
    {"dungeon-119", "dungeon", {.size = 32.0f, .clutter_percent = 40}, 119, false},
    {"serpentine-4k", "serpentine", {.size = 262.0f}, 3'900, false},
    {"city-5k", "city", {.size = 194.0f}, 5'500, false},
    {"islands-13k", "islands", {.size = 420.0f}, 12'700, false},
    {"hill-town-17k", "hill-town", {.size = 420.0f}, 16'900, false},
    {"city-100k", "city", {.size = 770.0f}, 100'000, true},
    {"city-1m", "city", {.size = 2450.0f}, 1'000'000, true},
}};

}  // namespace

std::span<const MeshPreset> mesh_presets() { return kPresets; }

}  // namespace portolan::detail::scenes
