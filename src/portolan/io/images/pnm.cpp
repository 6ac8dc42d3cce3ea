#include "portolan/io/images/pnm.h"

#include <algorithm>
#include <optional>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/grid.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

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

Result<Samples> parse_header(PnmReader& reader, std::uint32_t channels) {
  Samples samples;
  samples.channels = channels;
  for (std::uint32_t* side : {&samples.width, &samples.height}) {
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
  samples.white = *white;
  return samples;
}

std::size_t count_of(const Samples& samples) {
  return std::size_t{samples.width} * samples.height * samples.channels;
}

Error too_short(const PnmReader& reader, const Samples& samples, std::size_t needed) {
  return reader.error("a picture of " + std::to_string(samples.width) + "x" +
                      std::to_string(samples.height) + " needs " + std::to_string(needed) +
                      " bytes after its header, the file has " +
                      std::to_string(reader.rest().size()) + "; get a whole copy of it");
}

Result<Samples> parse_text(PnmReader& reader, Samples samples) {
  const std::size_t needed = 2 * count_of(samples);  // At least white space and a digit each.
  if (reader.rest().size() < needed) return too_short(reader, samples, needed);
  samples.values.reserve(count_of(samples));
  for (std::size_t i = 0; i < count_of(samples); ++i) {
    const auto sample = reader.number();
    if (!sample || *sample > samples.white) {
      return reader.error("sample " + std::to_string(i) +
                          " of the picture must be a whole number from 0 to " +
                          std::to_string(samples.white) + "; correct it");
    }
    samples.values.push_back(narrow<std::uint16_t>(*sample));
  }
  return samples;
}

Result<Samples> parse_binary(PnmReader& reader, Samples samples) {
  if (!reader.rest().empty() && is_space(reader.rest().front())) reader.skip(1);
  const bool wide = samples.white > 255;
  const std::size_t needed = wide ? 2 * count_of(samples) : count_of(samples);
  const std::string_view bytes = reader.rest();
  if (bytes.size() < needed) return too_short(reader, samples, needed);
  samples.values.reserve(count_of(samples));
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return static_cast<std::uint8_t>(bytes[i]);
  };
  for (std::size_t i = 0; i < count_of(samples); ++i) {
    const std::uint32_t sample = wide ? byte(2 * i) * 256 + byte(2 * i + 1) : byte(i);
    samples.values.push_back(narrow<std::uint16_t>(std::min(sample, samples.white)));
  }
  return samples;
}

}  // namespace

bool is_pnm(std::string_view marked) {
  const std::string_view bytes = without_mark(marked);
  return bytes.size() > 2 && bytes[0] == 'P' &&
         std::string_view("2356").find(bytes[1]) != std::string_view::npos &&
         (is_space(bytes[2]) || bytes[2] == '#');
}

Result<Samples> parse_pnm(std::string_view marked, std::string_view name) {
  const std::string_view bytes = without_mark(marked);
  const char kind = bytes[1];
  PnmReader reader(bytes, name);
  reader.skip(2);
  auto header = parse_header(reader, kind == '3' || kind == '6' ? 3 : 1);
  if (!header) return header.error();
  return kind <= '3' ? parse_text(reader, std::move(*header))
                     : parse_binary(reader, std::move(*header));
}

}  // namespace portolan::detail
