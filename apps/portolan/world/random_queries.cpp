#include "world/random_queries.h"

#include <fmt/format.h>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {

std::optional<RandomQueries> parse_random_queries(const std::string& text) {
  constexpr std::uint64_t kMostQueries = 100'000'000;
  if (text == "random") refuse("QUERIES", "say how many: random:1000, or random:1000:SEED");
  if (!text.starts_with("random:")) return std::nullopt;
  const auto parts = split(text, ':');
  if (parts.size() > 3) {
    refuse("QUERIES", fmt::format("'{}' is not random:COUNT or random:COUNT:SEED", text));
  }
  RandomQueries asked;
  asked.count = parse_whole("QUERIES", parts[1], 1, kMostQueries);
  if (parts.size() == 3) asked.seed = parse_whole("QUERIES", parts[2], 0, ~std::uint64_t{0});
  return asked;
}

}  // namespace portolan::detail::cli
