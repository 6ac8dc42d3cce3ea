#include "portolan/io/image.h"

#include <algorithm>
#include <optional>

#include "portolan/io/file.h"
#include "portolan/io/png.h"

namespace portolan {
namespace {

constexpr std::uint64_t kMaxImageBytes = std::uint64_t{1} << 31;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads the numbers of a PGM or PPM file.
class PnmReader {
 public:
  PnmReader(std::string_view bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  std::string_view rest() const { return bytes_.substr(at_); }
  void skip(std::size_t count) { at_ += count; }

  /// The next number up to 65535, after white space and comments; nothing where there is none.
  std::optional<std::uint32_t> number() {
    skip_space_and_comments();
    if (at_ == bytes_.size() || !is_digit(bytes_[at_])) return std::nullopt;
    std::uint32_t value = 0;
    for (; at_ < bytes_.size() && is_digit(bytes_[at_]); ++at_) {
      value = 10 * value + static_cast<std::uint32_t>(bytes_[at_] - '0');
      if (value > 65535) return std::nullopt;
    }
    return value;
  }

  /// "file:line: message", for where the reader stands.
  Error error(const std::string& message) const {
    const auto line =
        1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    return Error{std::string(name_) + ":" + std::to_string(line) + ": " + message};
  }

 private:
  void skip_space_and_comments() {
    while (at_ < bytes_.size() && (is_space(bytes_[at_]) || bytes_[at_] == '#')) {
      at_ = bytes_[at_] == '#' ? std::min(bytes_.find('\n', at_), bytes_.size()) : at_ + 1;
    }
  }

  std::string_view bytes_;
  std::string_view name_;
  std::size_t at_ = 0;
};

struct PnmHeader {
  Image image;  ///< Without its pixels.
  std::size_t samples = 0;
  std::uint32_t white = 0;  ///< The value that stands for the lightest. [1, 65535]
};

Result<PnmHeader> parse_pnm_header(PnmReader& reader, std::uint32_t channels) {
  PnmHeader header;
  header.image.channels = channels;
  for (std::uint32_t* side : {&header.image.width, &header.image.height}) {
    const auto number = reader.number();
    if (!number || *number == 0 || *number > Grid::kMaxSide) {
      return reader.error("the picture's width and height must be whole numbers from 1 to " +
                          std::to_string(Grid::kMaxSide) + "; correct them");
    }
    *side = *number;
  }
  const auto white = reader.number();
  if (!white || *white == 0) {
    return reader.error("the value of white must be a whole number from 1 to 65535; correct it");
  }
  header.white = *white;
  header.samples = std::size_t{header.image.width} * header.image.height * channels;
  return header;
}

Error too_short(const PnmReader& reader, const PnmHeader& header, std::size_t needed) {
  return reader.error("a picture of " + std::to_string(header.image.width) + "x" +
                      std::to_string(header.image.height) + " needs " + std::to_string(needed) +
                      " bytes after its header, the file has " +
                      std::to_string(reader.rest().size()) + "; get a whole copy of it");
}

std::uint8_t scaled(std::uint32_t sample, std::uint32_t white) {
  return static_cast<std::uint8_t>(std::min(sample, white) * 255 / white);
}

Result<Image> parse_text_samples(PnmReader& reader, PnmHeader header) {
  const std::size_t needed = 2 * header.samples;  // At least white space and a digit each.
  if (reader.rest().size() < needed) return too_short(reader, header, needed);
  header.image.pixels.reserve(header.samples);
  for (std::size_t i = 0; i < header.samples; ++i) {
    const auto sample = reader.number();
    if (!sample || *sample > header.white) {
      return reader.error("sample " + std::to_string(i) +
                          " of the picture must be a whole number from 0 to " +
                          std::to_string(header.white) + "; correct it");
    }
    header.image.pixels.push_back(scaled(*sample, header.white));
  }
  return std::move(header.image);
}

Result<Image> parse_binary_samples(PnmReader& reader, PnmHeader header) {
  if (!reader.rest().empty() && is_space(reader.rest().front())) reader.skip(1);
  const bool wide = header.white > 255;
  const std::size_t needed = wide ? 2 * header.samples : header.samples;
  const std::string_view bytes = reader.rest();
  if (bytes.size() < needed) return too_short(reader, header, needed);
  header.image.pixels.reserve(header.samples);
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return static_cast<std::uint8_t>(bytes[i]);
  };
  for (std::size_t i = 0; i < header.samples; ++i) {
    const std::uint32_t sample = wide ? byte(2 * i) * 256 + byte(2 * i + 1) : byte(i);
    header.image.pixels.push_back(scaled(sample, header.white));
  }
  return std::move(header.image);
}

Result<Image> parse_pnm(std::string_view bytes, std::string_view name) {
  const char kind = bytes[1];
  PnmReader reader(bytes, name);
  reader.skip(2);
  auto header = parse_pnm_header(reader, kind == '3' || kind == '6' ? 3 : 1);
  if (!header) return header.error();
  return kind <= '3' ? parse_text_samples(reader, std::move(*header))
                     : parse_binary_samples(reader, std::move(*header));
}

bool is_pnm(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == 'P' &&
         std::string_view("2356").find(bytes[1]) != std::string_view::npos &&
         (is_space(bytes[2]) || bytes[2] == '#');
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
  if (is_pnm(bytes)) return parse_pnm(bytes, name);
  return Error{std::string(name) +
               ": is not a PNG, PGM or PPM picture; convert it to one of these"};
}

Result<Image> load_image(const std::filesystem::path& path) {
  const auto bytes = read_file(path, kMaxImageBytes);
  if (!bytes) return bytes.error();
  return parse_image(*bytes, path.string());
}

Result<Done> save_png(const std::filesystem::path& path, const Image& image) {
  const auto bytes = write_png(image);
  if (!bytes) return Error{path.string() + ": " + bytes.error().message};
  return save_file_atomically(path, *bytes);
}

Result<Grid> make_grid_from_image(const Image& image, std::uint8_t threshold) {
  if (const std::string problem = image.validate(); !problem.empty()) return Error{problem};
  std::vector<Terrain> letters;
  letters.reserve(std::size_t{image.width} * image.height);
  for (std::size_t i = 0; i < image.pixels.size(); i += image.channels) {
    const std::uint8_t* pixel = &image.pixels[i];
    const int lightness =
        image.channels == 1 ? pixel[0] : (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) / 1000;
    letters.push_back(lightness >= threshold ? '.' : '@');
  }
  return Grid::make(image.width, image.height, std::move(letters));
}

}  // namespace portolan
