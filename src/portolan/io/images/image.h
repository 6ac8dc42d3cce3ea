#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/grid.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// Pictures: PGM, PPM and PNG in, PNG and PPM out.
namespace portolan::detail {

/// A picture of 8 bits a channel, rows from the top, the channels of a pixel side by side.
struct Image {
  std::uint32_t width = 0;           ///< In pixels. [1, Grid::kMaxSide]
  std::uint32_t height = 0;          ///< In pixels. [1, Grid::kMaxSide]
  std::uint32_t channels = 1;        ///< 1: gray, 3: red, green, blue.
  std::vector<std::uint8_t> pixels;  ///< width x height x channels.

  /// Empty, or what is wrong with the fields above.
  std::string validate() const;
};

/// A picture of any of these formats, told by its first bytes: PGM and PPM as text (P2, P3) or
/// binary (P5, P6), with 8 or 16 bits, scaled to 8; PNG of any kind, transparency left out.
Result<Image> load_image(BegunFile file);
/// The same from memory; `name` stands for the file in messages.
Result<Image> parse_image(std::string_view bytes, std::string_view name);

/// Writes a picture as PNG.
Result<Done> save_png(const std::filesystem::path& path, const Image& image);
/// The bytes of that file.
Result<std::string> write_png(const Image& image);
/// Those of a binary PPM file, of a picture in colours.
std::string write_ppm(const Image& image);

/// A tile a pixel: '.' where it is at least as light as `threshold`, '@' where it is darker.
Result<Grid> make_grid_from_image(const Image& image, std::uint8_t threshold = 128);

}  // namespace portolan::detail
