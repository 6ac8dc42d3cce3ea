#pragma once

#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Fails when a cost is out of its range; the message names the area.
Result<Done> validate(const NavMeshMetric& metric);

}  // namespace portolan::detail
