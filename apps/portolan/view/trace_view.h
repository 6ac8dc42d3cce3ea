#pragma once

#include "view/bundle.h"
#include "view/http.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// What /api/trace answers: which nodes a query expanded, phase by phase, and the path after each
/// stage.
void add_trace(const ViewedWorld& world, const Request& request, Bundle& bundle);

}  // namespace portolan::detail::cli
