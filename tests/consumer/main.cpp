#include <cstdio>

#include "portolan/core/cost.h"
#include "portolan/grid/grid.h"

// Uses a header-only and a compiled module, as any program outside the tree would.
int main() {
  const portolan::Result<portolan::Grid> grid = portolan::Grid::parse("..@\n...\n");
  if (!grid.ok() || grid->width() != 3 || grid->height() != 2) return 1;
  if (portolan::add(1, portolan::kInfinite) != portolan::kInfinite) return 1;
  std::puts("a program outside the tree has used Portolan");
  return 0;
}
