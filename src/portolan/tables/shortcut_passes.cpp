#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {

DepthRuns::DepthRuns(const GateTree& tree) {
  begin_.reserve(tree.groups.size() + 1);
  for (const GateTree::Group& group : tree.groups.span()) {
    const std::size_t begin = runs_.size();
    begin_.push_back(begin);
    for (const GateTree::Up& up : tree.ups_of(group))
      append_run(runs_, begin, up.column, tree.group(up.group));
    append_run(runs_, begin, group.up_width, group);
  }
  begin_.push_back(runs_.size());
}

void DepthRuns::to_depths(GroupId group, std::uint32_t count, const std::uint32_t* columns,
                          std::uint32_t* depths) const {
  for_each_above(group, count, [&](const DepthRun& run) {
    std::copy_n(columns + run.column, run.count, depths + run.depth);
  });
}

void DepthRuns::from_depths(GroupId group, std::uint32_t count, const std::uint32_t* depths,
                            std::uint32_t* columns) const {
  for_each_above(group, count, [&](const DepthRun& run) {
    std::copy_n(depths + run.depth, run.count, columns + run.column);
  });
}

}  // namespace portolan::detail
