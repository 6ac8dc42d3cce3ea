#pragma once

#include <cstdint>
#include <functional>

#include "portolan/types.h"

namespace portolan::detail {

/// Pieces of work in one round, at most.
inline constexpr std::uint32_t kMostInRound = 1024;

/// Calls work(piece) for every piece, in rounds between which it reports the progress, in `what`,
/// of which there are `each` in a piece and `total` in all. Rounds grow as long as they are short,
/// so that neither asking costs much nor cancelling takes long. Fails when cancelled, and when
/// `parallel` returns before all of its work was done. What it throws is thrown on. An empty
/// `parallel` is one thread.
Result<Done> run_in_rounds(std::uint32_t pieces, std::uint64_t each, std::uint64_t total,
                           const char* what, const ParallelFor& parallel, const Progress& progress,
                           const std::function<void(std::uint32_t)>& work);

/// What work fails with whose `parallel` returned before all of it was done.
Error lost_work();

/// All in one go, at most kMostInRound; tells whether all was done. A piece that `parallel` calls
/// for a second time is not done again.
bool run_at_once(std::uint32_t pieces, const ParallelFor& parallel,
                 const std::function<void(std::uint32_t)>& work);

}  // namespace portolan::detail
