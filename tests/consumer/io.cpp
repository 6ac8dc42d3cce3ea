#include <portolan/portolan.h>

int main() {
  const auto world = portolan::GridSnapshot::build(*portolan::Grid::parse("....\n....\n"));
  if (!world || !portolan::save("consumer.portolan", *world)) return 1;
  const auto loaded = portolan::load_grid("consumer.portolan");
  return loaded && portolan::GridQuery().find_path(*loaded, {0, 0}, {3, 1}) ? 0 : 1;
}
