#include <algorithm>
#include <cstdlib>

#include "portolan/io/maps/movingai.h"

/// Any text as a map; one that is accepted must survive being written and read again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  const auto grid = parse_map({reinterpret_cast<const char*>(data), size}, "fuzz.map");
  if (!grid) return 0;
  const auto text = write_map(*grid);
  if (!text) return 0;  // A carriage return among the letters.
  const auto again = parse_map(*text, "again.map");
  if (!again || again->width() != grid->width() || again->height() != grid->height() ||
      !std::ranges::equal(again->letters(), grid->letters())) {
    std::abort();
  }
  return 0;
}
