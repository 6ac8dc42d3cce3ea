#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "portolan/io/file_error.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// "column 3, row 7", counted from 0.
inline std::string place_text(std::size_t value, std::uint32_t width) {
  return "column " + std::to_string(value % width) + ", row " + std::to_string(value / width);
}

/// Appends the next height of a map that is read row by row; `missing` stands for none. Fails where
/// it is infinite.
inline Result<Done> add_height(HeightMap& map, float value, std::optional<float> missing,
                               std::string_view name) {
  if (std::isinf(value)) {
    return error_in(name, "the height at " + place_text(map.values.size(), map.width) +
                              " is infinite; use NaN where heights are missing");
  }
  map.values.push_back(missing && value == *missing ? kMissingHeight : value);
  return Done{};
}

}  // namespace portolan::detail
