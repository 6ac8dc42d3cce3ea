#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/types.h"

namespace portolan::detail {

inline constexpr unsigned kHighestArea = 62;  ///< Area 63 is Recast's own.

/// Numbers the materials of a file as area types, in the order of first use. Area 0 is
/// "default": what has no material, or one of that name.
class AreaNames {
 public:
  static constexpr std::size_t kMaxMaterials = kHighestArea;

  /// The area of a material; the empty name is no material.
  Result<std::uint8_t> area_of(std::string_view material) {
    if (material.empty()) return std::uint8_t{0};
    const auto [place, added] = areas_.try_emplace(std::string(material), names_.size());
    if (added && names_.size() > kMaxMaterials) {
      return Error{"more than " + std::to_string(kMaxMaterials) +
                   " materials are in use, and each is an area type; give surfaces that cost the "
                   "same one material"};
    }
    if (added) names_.emplace_back(material);
    return narrow<std::uint8_t>(place->second);
  }

  /// The names by area.
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_{"default"};
  std::unordered_map<std::string, std::size_t> areas_{{"default", 0}};
};

}  // namespace portolan::detail
