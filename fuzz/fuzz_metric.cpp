#include <cstdlib>

#include "portolan/io/metrics/metric_file.h"

/// Any text as a metric; one that is accepted must survive being written and read again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  const auto metric = parse_metric({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!metric) return 0;
  const auto again = parse_metric(metric_to_json(*metric), "again.json");
  if (!again || again->cost != metric->cost || again->diagonals != metric->diagonals ||
      again->diagonal_length != metric->diagonal_length) {
    std::abort();
  }
  return 0;
}
