#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <type_traits>

namespace portolan::detail {

/// Its parts, texts and numbers, one after the other: for messages.
template <class... Parts>
std::string joined_text(const Parts&... parts) {
  std::string text;
  const auto append = [&text](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (std::is_floating_point_v<Part>) {
      char digits[32];
      std::snprintf(digits, sizeof digits, "%g", static_cast<double>(part));
      text.append(digits);
    } else if constexpr (std::is_arithmetic_v<Part>) {
      text.append(std::to_string(part));
    } else {
      text.append(std::string_view(part));
    }
  };
  (append(parts), ...);
  return text;
}

}  // namespace portolan::detail
