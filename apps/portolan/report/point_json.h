#pragma once

#include "portolan/types.h"
#include "report/json.h"

namespace portolan::detail::cli {

/// A point in space as three numbers.
inline Json point_json(const Vec3& point) { return Json::array({point.x, point.y, point.z}); }

}  // namespace portolan::detail::cli
