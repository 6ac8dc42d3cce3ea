#include "portolan/io/text/json_text.h"

#include <algorithm>
#include <cstddef>
#include <string>

namespace portolan::detail {

Result<nlohmann::ordered_json> parse_json(std::string_view text, std::string_view name) {
  using Json = nlohmann::ordered_json;
  constexpr std::ptrdiff_t kMaxKeys = 10'000;
  const std::string file(name);
  // Keys in their order are looked up one after the other: the time grows with their square.
  if (std::count(text.begin(), text.end(), ':') > kMaxKeys) {
    return Error{file + ": has more than " + std::to_string(kMaxKeys) +
                 " keys or colons, far more than there are settings; check that it is the right "
                 "file"};
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& failure) {
    const std::size_t before = std::min<std::size_t>(failure.byte, text.size());
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\n');
    return Error{file + ":" + std::to_string(line) +
                 ": is not JSON here; check commas, quotes "
                 "and brackets"};
  } catch (const Json::exception&) {
    return Error{file + ": has a number that is too large for any key; correct it"};
  }
}

}  // namespace portolan::detail
