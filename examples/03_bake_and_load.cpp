// Build once, bake to a file, load it back and ask without building again.
#include <cstdio>
#include <string>

#include "portolan/grid.h"
#include "portolan/io.h"

int main() {
  std::string drawing;
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) drawing += x * y % 17 < 13 || x % 16 == 0 ? '.' : '@';
    drawing += '\n';
  }
  const auto built = portolan::GridSnapshot::build(portolan::Grid::parse(drawing).value());
  if (!built) return std::fprintf(stderr, "%s\n", built.error().message.c_str()), 1;
  const auto saved = portolan::save("03_bake_and_load.world", *built);
  if (!saved) return std::fprintf(stderr, "%s\n", saved.error().message.c_str()), 1;

  const auto loaded = portolan::load_grid("03_bake_and_load.world");
  if (!loaded) return std::fprintf(stderr, "%s\n", loaded.error().message.c_str()), 1;
  std::printf("%.1f MB with all tables, built in %.1f ms\n",
              static_cast<double>(loaded->info().bytes) / 1e6, loaded->info().build_ms);

  portolan::GridQuery query;
  int found = 0;
  for (int i = 0; i < 256; i += 5) {
    const portolan::GridPath before = query.find_path(*built, {i, 0}, {255 - i, 0});
    const portolan::GridPath after = query.find_path(*loaded, {i, 0}, {255 - i, 0});
    if (before.status != after.status || before.tiles != after.tiles) return 1;
    if (after) ++found;
  }
  std::printf("%d paths, the same from the file as before\n", found);
  return found > 0 ? 0 : 1;
}
