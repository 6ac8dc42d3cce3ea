#include "portolan/io/png.h"

#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <memory>

namespace {

/// The largest block that the decoder may ask for. It believes the lengths that a file states,
/// and inflates whatever it finds, so a small hostile file could ask for gigabytes. The decoder
/// passes no context to its allocator: hence a variable of the thread, set for one decoding.
thread_local std::size_t largest_block = 0;

void* allocate(std::size_t size) { return size <= largest_block ? std::malloc(size) : nullptr; }

void* reallocate(void* block, std::size_t size) {
  return size <= largest_block ? std::realloc(block, size) : nullptr;
}

}  // namespace

#define STBI_MALLOC(size) allocate(size)
#define STBI_REALLOC(block, size) reallocate(block, size)
#define STBI_FREE(block) std::free(block)
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace portolan {
namespace {

/// Whether the file is a row of whole chunks, which the decoder takes for granted, and its first
/// piece of pixel data is not empty, which the decoder cannot handle.
bool has_whole_chunks(std::string_view bytes) {
  bool has_data = false;
  for (std::string_view rest = bytes.substr(8); rest.size() >= 12;) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = 256 * length + static_cast<unsigned char>(rest[i]);
    const std::string_view type = rest.substr(4, 4);
    if (length > rest.size() - 12) return false;
    if (type == "IEND") return has_data;
    if (type == "IDAT" && !has_data && length == 0) return false;
    has_data = has_data || type == "IDAT";
    rest.remove_prefix(length + 12);
  }
  return false;
}

/// Whether the file is long enough to hold its pixels even at deflate's best, 1032 to 1. The
/// header, which must be the first chunk, has the depth in byte 24 and the colour type in 25.
bool may_hold(std::string_view bytes, std::size_t pixels) {
  constexpr std::size_t kChannels[] = {1, 0, 3, 1, 2, 0, 4};
  if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR") return false;
  const auto depth = static_cast<unsigned char>(bytes[24]);
  const auto colour = static_cast<unsigned char>(bytes[25]);
  return colour < std::size(kChannels) &&
         pixels * kChannels[colour] * depth / 8 <= bytes.size() * 1032;
}

}  // namespace

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

Result<Image> parse_png(std::string_view bytes, std::string_view name) {
  const auto failed = [&](const std::string& message) {
    return Error{std::string(name) + ": " + message};
  };
  if (bytes.size() > std::size_t{std::numeric_limits<int>::max()}) {
    return failed("a PNG file may have 2 GB at most; make the picture smaller");
  }
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int size = static_cast<int>(bytes.size());
  largest_block = 64 * 1024;
  int width = 0;
  int height = 0;
  int found_channels = 0;
  if (stbi_info_from_memory(data, size, &width, &height, &found_channels) == 0) {
    return failed("is a damaged or unusual PNG file; save it again with another program");
  }
  constexpr int kMaxSide = static_cast<int>(Grid::kMaxSide);
  if (width < 1 || height < 1 || width > kMaxSide || height > kMaxSide) {
    return failed("is a picture of " + std::to_string(width) + "x" + std::to_string(height) +
                  " pixels; each side must be 1 to " + std::to_string(kMaxSide));
  }
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (!has_whole_chunks(bytes) || !may_hold(bytes, pixels)) {
    return failed("is a truncated or damaged PNG file: it has too few bytes for " +
                  std::to_string(width) + "x" + std::to_string(height) +
                  " pixels; get a whole copy of it");
  }
  // Room for four channels of 16 bits and the filter bytes, and for the compressed data; both
  // twice, because the decoder grows its blocks by doubling.
  largest_block = 2 * (8 * pixels + 16 * static_cast<std::size_t>(height) + bytes.size()) + 65536;
  const int channels = found_channels <= 2 ? 1 : 3;
  const std::unique_ptr<stbi_uc, void (*)(void*)> decoded(
      stbi_load_from_memory(data, size, &width, &height, &found_channels, channels),
      stbi_image_free);
  if (!decoded) {
    return failed("is a damaged PNG file (" + std::string(stbi_failure_reason()) +
                  "); get a whole copy of it");
  }
  Image image;
  image.width = static_cast<std::uint32_t>(width);
  image.height = static_cast<std::uint32_t>(height);
  image.channels = static_cast<std::uint32_t>(channels);
  image.pixels.assign(decoded.get(), decoded.get() + pixels * image.channels);
  return image;
}

Result<std::string> write_png(const Image& image) {
  if (const std::string problem = image.validate(); !problem.empty()) return Error{problem};
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  const int channels = static_cast<int>(image.channels);
  const int width = static_cast<int>(image.width);
  if (stbi_write_png_to_func(append, &bytes, width, static_cast<int>(image.height), channels,
                             image.pixels.data(), width * channels) == 0) {
    return Error{"not enough memory to write the picture as PNG; make it smaller"};
  }
  return bytes;
}

}  // namespace portolan
