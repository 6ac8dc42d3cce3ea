#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "portolan/types.h"

namespace portolan::detail {

/// The JSON of a text, keys in their order; `name` stands for the file in messages. For settings:
/// a text with more than 10,000 colons is refused.
Result<nlohmann::ordered_json> parse_json(std::string_view text, std::string_view name);

}  // namespace portolan::detail
