#pragma once

#include "portolan/core/parallel.h"

namespace portolan::cli {

/// Runs work on as many threads as the machine has, two at least, started for each piece of it.
ParallelFor parallel_threads();

}  // namespace portolan::cli
