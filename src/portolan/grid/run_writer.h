#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "portolan/core/ids.h"
#include "portolan/core/platform.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/hierarchy/overlay_cell.h"

namespace portolan::detail {

/// Writes stored paths of a grid one after the other, going on from a node. Their runs are
/// collected first and turned into nodes together: short loops over each path would end where
/// nobody predicts it.
class RunWriter {
 public:
  /// `out` has room for all nodes and kRunSlack more.
  RunWriter(const GridGraph& graph, NodeId from, NodeId* out)
      : graph_(graph), from_(from), out_(out) {}

  /// `back`: reversed.
  PORTOLAN_ALWAYS_INLINE void write(const OverlayCell::Steps& steps, bool back) {
    const std::ptrdiff_t size = steps.end - steps.begin;
    if (size > kAtOnce || steps.readable == nullptr || steps.readable - steps.end < kAtOnce)
        [[unlikely]] {
      return write_each(steps, back);
    }
    if (count_ + kAtOnce > runs_.size()) flush();
    collect_sixteen(back ? steps.end - kAtOnce : steps.begin, back);
    count_ += static_cast<std::size_t>(size);
  }
  /// A node beside the last one, as it is.
  void write(NodeId node) {
    flush();
    from_ = *out_++ = node;
  }
  /// The end of all that was written.
  NodeId* finish() {
    flush();
    return out_;
  }

 private:
  static constexpr std::ptrdiff_t kAtOnce = 16;
  static constexpr std::uint64_t kOpposites = 0x0101'0101'0101'0101u * GridRun::kOpposite;

  static constexpr std::uint64_t reversed_bytes(std::uint64_t bytes) {
    bytes = (bytes & 0x00FF'00FF'00FF'00FFu) << 8 | (bytes >> 8 & 0x00FF'00FF'00FF'00FFu);
    bytes = (bytes & 0x0000'FFFF'0000'FFFFu) << 16 | (bytes >> 16 & 0x0000'FFFF'0000'FFFFu);
    return bytes << 32 | bytes >> 32;
  }
  /// Of any length, and reading no more than that.
  PORTOLAN_NEVER_INLINE void write_each(const OverlayCell::Steps& steps, bool back) {
    for (std::ptrdiff_t k = 0; k < steps.end - steps.begin; ++k) {
      if (count_ == runs_.size()) flush();
      runs_[count_++] = back ? steps.end[-1 - k] ^ GridRun::kOpposite : steps.begin[k];
    }
  }
  /// Without a branch on the direction, which changes from path to path.
  void collect_sixteen(const std::uint8_t* from, bool back) {
    std::uint64_t runs[2];
    std::memcpy(runs, from, sizeof runs);
    const std::uint64_t there[2] = {runs[0], runs[1]};
    runs[0] = back ? reversed_bytes(there[1]) ^ kOpposites : there[0];
    runs[1] = back ? reversed_bytes(there[0]) ^ kOpposites : there[1];
    std::memcpy(runs_.data() + count_, runs, sizeof runs);
  }

  void flush() {
    if (count_ == 0) return;
    out_ = graph_.write_runs(from_, {runs_.data(), count_}, out_);
    from_ = out_[-1];
    count_ = 0;
  }

  const GridGraph& graph_;
  NodeId from_;
  NodeId* out_;
  std::size_t count_ = 0;
  std::array<std::uint8_t, 256> runs_;
};

}  // namespace portolan::detail
