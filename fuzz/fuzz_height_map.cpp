#include <cstdlib>

#include "portolan/io/maps/height_map_file.h"

/// Any bytes as a height map of every kind: each is refused, or has a value for every place.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan;
  using namespace portolan::detail;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto check = [](const Result<HeightMap>& map) {
    if (map && map->values.size() != std::size_t{map->width} * map->height) std::abort();
  };
  for (const auto colours :
       {HeightColours::gray, HeightColours::terrain_rgb, HeightColours::magnitudes})
    check(parse_height_map(bytes, "fuzz.png", {colours, 0.0f}));
  for (const auto type : {RawType::u8, RawType::u16_little, RawType::u16_big, RawType::f32_little})
    check(parse_raw_height_map(bytes, "fuzz.raw", {3, 2, type, {}}));
  return 0;
}
