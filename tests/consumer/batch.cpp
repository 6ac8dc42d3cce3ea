#include <portolan/batch.h>

int main() {
  const auto world = portolan::GridSnapshot::build(*portolan::Grid::parse("....\n....\n"));
  const std::vector<portolan::Tile> starts(100, {0, 0}), goals(100, {3, 1});
  const auto paths = portolan::find_paths(*world, starts, goals, {}, {portolan::tbb_parallel()});
  return paths && paths->tiles[99].size() == 4 ? 0 : 1;
}
