#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "portolan/core/ids.h"
#include "portolan/core/platform.h"

/// Copies of short node sequences of any length. Pieces of fixed length take less time than one of
/// the right length, so up to kCopySlack nodes more are written, and read.
namespace portolan::detail {

inline constexpr std::size_t kCopySlack = 16;
inline constexpr std::size_t kCopySlackBytes = kCopySlack * sizeof(NodeId);

/// Copies `count` nodes stored at `from`. Bytes up to `readable` may be read; null: only theirs.
inline void copy_nodes(const std::uint8_t* from, std::size_t count, const std::uint8_t* readable,
                       NodeId* out) {
  if (readable == nullptr ||
      static_cast<std::size_t>(readable - from) < count * sizeof(NodeId) + kCopySlackBytes) {
    if (count > 0) std::memcpy(out, from, count * sizeof(NodeId));
    return;
  }
  std::size_t done = 0;
  do {
    std::memcpy(out + done, from + done * sizeof(NodeId), kCopySlackBytes);
    done += kCopySlack;
  } while (done < count);
}

/// The same, the last one first. Unless `readable` is null, kCopySlackBytes before `from` may be
/// read too.
inline void copy_nodes_reversed(const std::uint8_t* from, std::size_t count,
                                const std::uint8_t* readable, NodeId* out) {
  using Four = Lanes<std::uint32_t, 4>;
  static_assert(sizeof(Four) == 4 * sizeof(NodeId));
  const std::uint8_t* const end = from + count * sizeof(NodeId);
  if (readable == nullptr) {
    if (count > 0) std::memcpy(out, from, count * sizeof(NodeId));
    std::reverse(out, out + count);
    return;
  }
  std::size_t done = 0;
  do {
    for (std::size_t piece = 0; piece < kCopySlack; piece += 4, done += 4) {
      Four four;
      std::memcpy(&four, end - (done + 4) * sizeof(NodeId), sizeof four);
      shuffle<3, 2, 1, 0>(four, four, four);
      std::memcpy(out + done, &four, sizeof four);
    }
  } while (done < count);
}

}  // namespace portolan::detail
