#pragma once

#include "portolan/core/parallel.h"

namespace portolan {

/// Runs work on oneTBB, on up to `threads` threads, the caller's among them; 0: as many as the
/// machine has. Copies share the threads; several callers at once are fine. A caller with a job
/// system of its own hands that in instead.
ParallelFor tbb_parallel(unsigned threads = 0);

}  // namespace portolan
