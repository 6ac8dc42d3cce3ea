#include <cstdlib>

#include "portolan/io/images/image.h"

/// Any bytes as a picture; a small one that is accepted must survive being written as PNG.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace portolan::detail;
  const auto image = parse_image({reinterpret_cast<const char*>(data), size}, "fuzz.png");
  if (!image) return 0;
  if (!image->validate().empty() || !make_grid_from_image(*image)) std::abort();
  constexpr std::size_t kSmall = 256;  // Compressing takes long.
  if (image->pixels.size() > kSmall) return 0;
  const auto png = write_png(*image);
  if (!png) std::abort();
  const auto again = parse_image(*png, "again.png");
  if (!again || again->width != image->width || again->pixels != image->pixels) std::abort();
  return 0;
}
