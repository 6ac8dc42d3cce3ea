#include "world/table_building.h"

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {

std::uint64_t parse_tables(const std::string& text) {
  if (text == "auto") return kDefaultTableBytes;
  if (text == "none") return 0;
  if (text.find_first_not_of("0123456789") != std::string::npos || text.empty())
    refuse("--tables", "'" + text + "' is unknown; give auto, none or a number of megabytes");
  return parse_whole("--tables", text, 1, std::uint64_t{1} << 20) * 1'000'000;
}

}  // namespace portolan::detail::cli
