// Build once, bake to a file, load it back and ask without building again.
#include <cstdio>
#include <filesystem>

#include "portolan/grid/grid_query.h"
#include "portolan/io/grid_world_file.h"
#include "scenes/grid_scenes.h"

using namespace portolan;

int main() {
  const std::filesystem::path file = "03_bake_and_load.world";
  const auto grid = scenes::generate_grid("rooms", {.width = 256, .height = 256, .seed = 7});
  if (!grid) return std::fprintf(stderr, "%s\n", grid.error().message.c_str()), 1;
  const auto built = GridSnapshot::build(*grid, GridMetric{});
  if (!built) return std::fprintf(stderr, "%s\n", built.error().message.c_str()), 1;
  if (const auto saved = save_grid_world(file, *built); !saved) {
    return std::fprintf(stderr, "%s\n", saved.error().message.c_str()), 1;
  }

  const auto loaded = load_grid_world(file);
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().message.c_str()), 1;
  std::printf("%s: %ju bytes, built in %.1f ms\n", file.c_str(),
              static_cast<std::uintmax_t>(std::filesystem::file_size(file)), loaded->build_ms());
  std::filesystem::remove(file);

  GridQuery query;
  GridPath before;
  GridPath after;
  int asked = 0;
  for (std::int32_t i = 0; i < 256; i += 5) {
    query.find_path(*built, {i, 3}, {255 - i, 252}, GridQueryOptions{}, before);
    query.find_path(*loaded, {i, 3}, {255 - i, 252}, GridQueryOptions{}, after);
    if (before.status != after.status || before.nodes != after.nodes) {
      return std::fprintf(stderr, "the loaded world gives another path\n"), 1;
    }
    asked += after.status == Status::complete;
  }
  std::printf("%d paths, the same from the file as before\n", asked);
  return asked > 0 ? 0 : 1;
}
