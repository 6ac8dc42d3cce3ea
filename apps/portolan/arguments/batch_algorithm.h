#pragma once

#include <optional>

#include "arguments/query_arguments.h"

namespace portolan::detail::cli {

/// The one algorithm that a batch is to be answered by: `hierarchy` where only options of a search
/// are given; none where nothing is, and the world decides. Ends the subcommand where the options
/// contradict each other or make no sense for many queries at once.
std::optional<Algorithm> choose_batch_algorithm(const QueryArguments& arguments);

}  // namespace portolan::detail::cli
