#include <cstdlib>
#include <vector>

#include "portolan/grid/grid_query.h"
#include "portolan/io/baked/grid_world_file.h"
#include "right_checksums.h"

namespace portolan::detail {
namespace {

/// Asks for some paths between free tiles by all methods; they must be made of legal moves.
void ask(GridQuery& query, const GridSnapshot& world) {
  const auto letters = world.grid().letters();
  std::vector<Tile> free;
  for (std::size_t i = 0; i < letters.size() && free.size() < 200; ++i) {
    const Tile t{static_cast<std::int32_t>(i % world.grid().width()),
                 static_cast<std::int32_t>(i / world.grid().width())};
    if (world.graph().passable(t)) free.push_back(t);
  }
  GridPath path;
  for (std::size_t k = 0; k < 8 && k < free.size(); ++k) {
    GridQueryOptions options;
    options.search.level = static_cast<unsigned>(k % (world.hierarchy().levels() + 1));
    options.search.connect = static_cast<ConnectMethod>(k % 4);
    options.smoothing = k < 4 ? Smoothing::none : Smoothing::full;
    options.tables = k % 2 == 0;
    query.find_path(world, free[k * 31 % free.size()], free[free.size() - 1 - k * 17 % free.size()],
                    options, path);
    if (path.status == Status::complete && world.graph().cost(path.nodes) == kInfinite)
      std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const auto file = with_right_checksums(std::as_bytes(std::span(data, size)));
  const auto sizes = parse_grid_sizes(*make_shared_bytes(file), "fuzz.world");
  if (!sizes) return 0;
  const GridSnapshot* world = &sizes->first();
  for (unsigned level = 1; level <= world->hierarchy().levels(); ++level) {
    if (world->hierarchy().level_size(level).bytes > world->hierarchy().bytes()) std::abort();
  }
  GridQuery query;
  for (const GridSnapshot& snapshot : sizes->all()) ask(query, snapshot);
  for (unsigned level = 1; level <= world->hierarchy().levels(); ++level)
    if (const auto tables = world->with_tables({.level_alone = level})) ask(query, *tables);
  const auto letters = world->grid().letters();
  const auto middle = static_cast<std::int32_t>(letters.size() / 2);
  const auto width = static_cast<std::int32_t>(world->grid().width());
  const TileChange changes[] = {{{middle % width, middle / width}, '@'}, {{0, 0}, letters.back()}};
  if (const auto edited = sizes->edit(changes)) {
    for (const GridSnapshot& snapshot : edited->all()) ask(query, snapshot);
  }
  return 0;
}

}  // namespace portolan::detail
