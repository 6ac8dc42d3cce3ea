#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "world/world.h"

/// What the checks of meshes and terrain share.
namespace portolan::detail::cli {

/// The costs of all queries, NaN without a path; every path is verified.
std::vector<double> find_costs(const QuerySet& queries, Algorithm algorithm);

/// How many costs are not the optima; the first of them is shown. `who`: "level 2 finds".
std::uint64_t count_wrong(const QuerySet& queries, const std::string& who,
                          const std::vector<double>& costs, const std::vector<double>& optima);

/// How many costs are below the optima, which nobody can be; the first of them is shown.
std::uint64_t count_cheaper(const QuerySet& queries, const std::string& who,
                            const std::vector<double>& costs, const std::vector<double>& optima);

}  // namespace portolan::detail::cli
