#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace portolan::detail::cli {

/// What `random:COUNT[:SEED]` asks for.
struct RandomQueries {
  std::uint64_t count = 0;
  std::uint64_t seed = 1;
};

/// Nothing where the text does not begin with `random:`.
std::optional<RandomQueries> parse_random_queries(const std::string& text);

}  // namespace portolan::detail::cli
