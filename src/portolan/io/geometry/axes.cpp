#include "portolan/io/geometry/axes.h"

#include <string>

namespace portolan::detail {

Result<Done> validate(const SourceAxes& axes) {
  if (axes.unit > 0.0f && axes.unit <= SourceAxes::kMaxUnit) return Done{};
  return Error{"the unit is " + std::to_string(axes.unit) +
               " metres; give the metres that one unit of the file is long, above 0 and at most "
               "1000000"};
}

}  // namespace portolan::detail
