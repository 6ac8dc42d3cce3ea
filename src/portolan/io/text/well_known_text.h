#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace portolan::detail {

/// A part of a coordinate system as well-known text (WKT) has it: KEYWORD["value", 1, PART[...]].
struct WktPart {
  std::string keyword;              ///< In capitals.
  std::vector<std::string> values;  ///< Texts without their quotes, numbers and bare words.
  std::vector<WktPart> parts;
};

/// The first part of a text, in square brackets or round ones; what stands behind it is not read.
/// Nothing where the text is none, or has more than a few dozen parts inside each other.
std::optional<WktPart> parse_well_known_text(std::string_view text);

}  // namespace portolan::detail
