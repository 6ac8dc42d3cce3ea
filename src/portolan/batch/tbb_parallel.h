#pragma once

#include "portolan/core/parallel.h"

namespace portolan {

/// Runs work on oneTBB, on up to `threads` threads, the caller's among them; 0: as many as the
/// machine has. Copies share the threads; several callers at once are fine, and so is a loop inside
/// a loop: a thread that waits for an inner one does not begin another piece of the outer one. A
/// caller with a job system of its own hands that in instead, which must promise the same where
/// loops are nested.
ParallelFor tbb_parallel(unsigned threads = 0);

}  // namespace portolan
