#include "portolan/recast/recast_options.h"

#include <cmath>

#include "portolan/core/joined_text.h"

namespace portolan::detail {
namespace {

/// Collects the first field that is out of its limits.
class LimitCheck {
 public:
  template <class T>
  void field(const char* name, T value, double low, double high, const char* unit) {
    const double number = static_cast<double>(value);
    if (!problem_.empty() || (number >= low && number <= high)) return;
    problem_ = joined_text("Recast option ", name, " is ", number, "; give a number from ", low,
                           " to ", high, unit);
  }

  /// A field in metres whose limit Recast sets in voxels.
  void voxels(const char* name, float metres, float voxel, const char* voxel_name, double low,
              double high) {
    const double count = std::ceil(static_cast<double>(metres) / static_cast<double>(voxel));
    if (!problem_.empty() || (count >= low && count <= high)) return;
    problem_ =
        joined_text("Recast option ", name, " of ", metres, " m is ", count,
                    " voxels; Recast takes ", low, " to ", high, ": change it or ", voxel_name);
  }

  Result<Done> result() const {
    if (!problem_.empty()) return Error{problem_};
    return Done{};
  }

 private:
  std::string problem_;
};

}  // namespace

Result<Done> validate(const RecastOptions& options) {
  LimitCheck check;
  check.field("cell_size", options.cell_size, 0.001, 1000, " metres");
  check.field("cell_height", options.cell_height, 0.001, 1000, " metres");
  check.field("agent_height", options.agent_height, 0.001, 1e6, " metres");
  check.field("agent_radius", options.agent_radius, 0, 1e6, " metres");
  check.field("max_climb", options.max_climb, 0, 1e6, " metres");
  check.field("max_slope", options.max_slope, 0, 89.999, " degrees");
  check.field("partition", static_cast<int>(options.partition), 0, 2, "");
  check.field("region_min_size", options.region_min_size, 0, 1000, " voxels");
  check.field("region_merge_size", options.region_merge_size, 0, 1000, " voxels");
  check.field("edge_max_length", options.edge_max_length, 0, 10000, " metres");
  check.field("simplification_error", options.simplification_error, 0, 100, " voxels");
  check.field("vertices_per_polygon", options.vertices_per_polygon, 3, 6, "");
  if (options.detail_sample_distance != 0.0f) {
    check.field("detail_sample_distance", options.detail_sample_distance, 0.899, 1000,
                " voxels, or 0 for none");
  }
  check.field("detail_max_error", options.detail_max_error, 0, 1000, " voxels");
  if (options.tile_size != 0) {
    check.field("tile_size", options.tile_size, 16, 4096, " voxels, or 0 for one tile");
  }
  check.field("link_radius", options.link_radius, 0, 100, " metres");
  check.field("memory_limit", options.memory_limit, 1, 1 << 20, " MiB");
  check.voxels("agent_height", options.agent_height, options.cell_height, "cell_height", 3, 255);
  check.voxels("agent_radius", options.agent_radius, options.cell_size, "cell_size", 0, 127);
  check.voxels("max_climb", options.max_climb, options.cell_height, "cell_height", 0, 255);
  return check.result();
}

}  // namespace portolan::detail
