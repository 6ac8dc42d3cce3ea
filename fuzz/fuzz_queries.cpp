#include <cmath>
#include <cstdlib>

#include "portolan/io/queries/queries.h"

/// Any text as a CSV of queries; what is accepted has no cost, or one from 0 up.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  const auto queries = parse_tile_queries({reinterpret_cast<const char*>(data), size}, "fuzz.csv");
  if (!queries) return 0;
  for (const TileQuery& query : *queries) {
    if (!std::isnan(query.reference_cost) && !(query.reference_cost >= 0.0)) std::abort();
  }
  return 0;
}
