#include <portolan/graph.h>

int main() {
  const std::vector<portolan::GraphEdge> edges = {{0, 1, 5}, {1, 2, 7}};
  const auto world = portolan::GraphSnapshot::build(3, edges);
  return world && portolan::GraphQuery().find_path(*world, 0, 2).cost == 12 ? 0 : 1;
}
