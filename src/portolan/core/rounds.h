#pragma once

#include <cstdint>
#include <functional>

#include "portolan/types.h"

namespace portolan::detail {

/// Calls work(piece) for every piece, in rounds between which it reports the progress, in `what`,
/// of which there are `each` in a piece and `total` in all. Rounds grow as long as they are short,
/// so that neither asking costs much nor cancelling takes long. Fails when cancelled, and when
/// `parallel` returns before all of its work was done. What it throws is thrown on. An empty
/// `parallel` is one thread.
Result<Done> run_in_rounds(std::uint32_t pieces, std::uint64_t each, std::uint64_t total,
                           const char* what, const ParallelFor& parallel, const Progress& progress,
                           const std::function<void(std::uint32_t)>& work);

}  // namespace portolan::detail
