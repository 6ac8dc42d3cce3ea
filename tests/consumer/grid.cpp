#include <portolan/grid.h>

int main() {
  const auto world = portolan::GridSnapshot::build(*portolan::Grid::parse("..@.\n....\n"));
  return world && portolan::GridQuery().find_path(*world, {0, 0}, {3, 0}) ? 0 : 1;
}
