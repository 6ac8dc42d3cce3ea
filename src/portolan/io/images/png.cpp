#include "portolan/io/images/png.h"

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

#include "portolan/core/narrow.h"
#include "portolan/io/file_error.h"

namespace portolan::detail {
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

struct PngSize {
  int width = 0;
  int height = 0;
  int channels = 0;

  std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

const stbi_uc* data_of(std::string_view bytes) {
  return reinterpret_cast<const stbi_uc*>(bytes.data());
}

/// Checks all that can be checked before decoding, and sets how much memory that may take.
Result<PngSize> check_png(std::string_view bytes, std::string_view name) {
  if (bytes.size() > std::size_t{std::numeric_limits<int>::max()})
    return error_in(name, "a PNG file may have 2 GB at most; make the picture smaller");
  largest_block = 64 * 1024;
  PngSize size;
  if (stbi_info_from_memory(data_of(bytes), narrow<int>(bytes.size()), &size.width, &size.height,
                            &size.channels) == 0) {
    return error_in(name, "is a damaged or unusual PNG file; save it again with another program");
  }
  constexpr int kMaxSide = static_cast<int>(Grid::kMaxSide);
  const std::string sides = std::to_string(size.width) + "x" + std::to_string(size.height);
  if (size.width < 1 || size.height < 1 || size.width > kMaxSide || size.height > kMaxSide) {
    return error_in(name, "is a picture of " + sides + " pixels; each side must be 1 to " +
                              std::to_string(kMaxSide));
  }
  if (!has_whole_chunks(bytes) || !may_hold(bytes, size.pixels())) {
    return error_in(name, "is a truncated or damaged PNG file: it has too few bytes for " + sides +
                              " pixels; get a whole copy of it");
  }
  // Room for four channels of 16 bits and the filter bytes, and for the compressed data; both
  // twice, because the decoder grows its blocks by doubling.
  largest_block =
      2 * (8 * size.pixels() + 16 * static_cast<std::size_t>(size.height) + bytes.size()) + 65536;
  return size;
}

/// The decoded values of a checked file in `channels` channels, with `decode` of the library.
template <class Value, class Decode>
Result<std::unique_ptr<Value, void (*)(void*)>> decode_png(std::string_view bytes,
                                                           std::string_view name, int channels,
                                                           Decode decode) {
  PngSize size;
  std::unique_ptr<Value, void (*)(void*)> decoded(
      decode(data_of(bytes), narrow<int>(bytes.size()), &size.width, &size.height, &size.channels,
             channels),
      stbi_image_free);
  if (decoded) return decoded;
  return error_in(name, "is a damaged PNG file (" + std::string(stbi_failure_reason()) +
                            "); get a whole copy of it");
}

}  // namespace

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

Result<Image> parse_png(std::string_view bytes, std::string_view name) {
  const auto size = check_png(bytes, name);
  if (!size) return size.error();
  const int channels = size->channels <= 2 ? 1 : 3;
  const auto decoded = decode_png<stbi_uc>(bytes, name, channels, stbi_load_from_memory);
  if (!decoded) return decoded.error();
  Image image;
  image.width = narrow<std::uint32_t>(size->width);
  image.height = narrow<std::uint32_t>(size->height);
  image.channels = narrow<std::uint32_t>(channels);
  image.pixels.assign(decoded->get(), decoded->get() + size->pixels() * image.channels);
  return image;
}

Result<Samples> parse_png_samples(std::string_view bytes, std::string_view name) {
  const auto size = check_png(bytes, name);
  if (!size) return size.error();
  Samples samples;
  samples.width = narrow<std::uint32_t>(size->width);
  samples.height = narrow<std::uint32_t>(size->height);
  samples.channels = narrow<std::uint32_t>(size->channels);
  const std::size_t count = size->pixels() * samples.channels;
  const auto take = [&](const auto& decoded) -> Result<Samples> {
    if (!decoded) return decoded.error();
    samples.values.assign(decoded->get(), decoded->get() + count);
    return std::move(samples);
  };
  if (stbi_is_16_bit_from_memory(data_of(bytes), narrow<int>(bytes.size())) == 0)
    return take(decode_png<stbi_uc>(bytes, name, size->channels, stbi_load_from_memory));
  samples.white = 65535;
  return take(decode_png<stbi_us>(bytes, name, size->channels, stbi_load_16_from_memory));
}

Result<std::string> write_png(const Image& image) {
  if (const std::string problem = image.validate(); !problem.empty()) return Error{problem};
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  const int channels = narrow<int>(image.channels);
  const int width = narrow<int>(image.width);
  if (stbi_write_png_to_func(append, &bytes, width, narrow<int>(image.height), channels,
                             image.pixels.data(), width * channels) == 0) {
    return Error{"not enough memory to write the picture as PNG; make it smaller"};
  }
  return bytes;
}

}  // namespace portolan::detail
