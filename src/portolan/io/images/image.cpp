#include "portolan/io/images/image.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/io/images/png.h"
#include "portolan/io/images/pnm.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 31;

std::uint8_t scaled(std::uint32_t sample, std::uint32_t white) {
  return narrow<std::uint8_t>(std::min(sample, white) * 255 / white);
}

Image to_eight_bits(const Samples& samples) {
  Image image{samples.width, samples.height, samples.channels, {}};
  image.pixels.reserve(samples.values.size());
  for (const std::uint16_t value : samples.values)
    image.pixels.push_back(scaled(value, samples.white));
  return image;
}

}  // namespace

std::string Image::validate() const {
  const bool sides_fit =
      width >= 1 && height >= 1 && width <= Grid::kMaxSide && height <= Grid::kMaxSide;
  if (!sides_fit || (channels != 1 && channels != 3) ||
      pixels.size() != std::size_t{width} * height * channels) {
    return "a picture of " + std::to_string(width) + "x" + std::to_string(height) + " pixels, " +
           std::to_string(channels) + " channels and " + std::to_string(pixels.size()) +
           " bytes: each side must be 1 to " + std::to_string(Grid::kMaxSide) +
           ", the channels 1 or 3, and the bytes their product";
  }
  return {};
}

Result<Image> parse_image(std::string_view bytes, std::string_view name) {
  if (is_png(bytes)) return parse_png(bytes, name);
  if (is_pnm(bytes)) {
    const auto samples = parse_pnm(bytes, name);
    if (!samples) return samples.error();
    return to_eight_bits(*samples);
  }
  return Error{std::string(name) +
               ": is not a PNG, PGM or PPM picture; convert it to one of these"};
}

Result<Image> load_image(BegunFile file) {
  const std::string name = file.name();
  const auto bytes = read_file(std::move(file), kMaxImageBytes);
  if (!bytes) return bytes.error();
  return parse_image(*bytes, name);
}

Result<Done> save_png(const std::filesystem::path& path, const Image& image) {
  const auto bytes = write_png(image);
  if (!bytes) return Error{path.string() + ": " + bytes.error().message};
  return save_file_atomically(path, *bytes);
}

std::string write_ppm(const Image& image) {
  std::string bytes =
      "P6\n" + std::to_string(image.width) + " " + std::to_string(image.height) + "\n255\n";
  bytes.append(image.pixels.begin(), image.pixels.end());
  return bytes;
}

Result<Grid> make_grid_from_image(const Image& image, std::uint8_t threshold) {
  if (const std::string problem = image.validate(); !problem.empty()) return Error{problem};
  std::vector<TileLetter> letters;
  letters.reserve(std::size_t{image.width} * image.height);
  for (std::size_t i = 0; i < image.pixels.size(); i += image.channels) {
    const std::uint8_t* pixel = &image.pixels[i];
    const int lightness =
        image.channels == 1 ? pixel[0] : (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000;
    letters.push_back(lightness >= threshold ? '.' : '@');
  }
  return Grid::make(image.width, image.height, std::move(letters));
}

}  // namespace portolan::detail
