#include "portolan/tables/shortcut_passes.h"

namespace portolan::detail {

DepthRuns::DepthRuns(const GateTree& tree) {
  begin_.reserve(tree.supernodes.size() + 1);
  for (const GateTree::Supernode& supernode : tree.supernodes.span()) {
    const std::size_t begin = runs_.size();
    begin_.push_back(begin);
    for (const GateTree::Up& up : tree.ups_of(supernode))
      append_run(runs_, begin, up.column, tree.supernode(up.supernode));
    append_run(runs_, begin, supernode.up_width, supernode);
  }
  begin_.push_back(runs_.size());
}

void DepthRuns::to_depths(SupernodeId supernode, std::uint32_t count, const std::uint32_t* columns,
                          std::uint32_t* depths) const {
  for_each_above(supernode, count, [&](const DepthRun& run) {
    std::copy_n(columns + run.column, run.count, depths + run.depth);
  });
}

void DepthRuns::from_depths(SupernodeId supernode, std::uint32_t count, const std::uint32_t* depths,
                            std::uint32_t* columns) const {
  for_each_above(supernode, count, [&](const DepthRun& run) {
    std::copy_n(depths + run.depth, run.count, columns + run.column);
  });
}

}  // namespace portolan::detail
