#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "portolan/gpu/device/agent_record.h"
#include "portolan/types.h"

/// How much memory is asked of a GPU, and what is said where it has too little.
namespace portolan::detail {

/// What memory is asked for. What searches work in, an agent's own or those that agents share, is
/// told apart: fewer agents do not help there.
enum class MemoryUse : std::uint8_t { world, batch, search, shared };

inline constexpr const char* kFewerAgents = "answer fewer agents at once";

/// Of whatever needs the memory, and what helps.
inline Error too_little_memory(MemoryUse use, std::uint64_t needed, std::uint64_t free) {
  const auto text = [&](const char* what, const char* remedy) {
    return Error{std::string("GPU: ") + what + std::to_string(needed) + " bytes and " +
                 std::to_string(free) + " are free; " + remedy};
  };
  switch (use) {
    case MemoryUse::batch: return text("a batch needs ", kFewerAgents);
    case MemoryUse::search:
      return text("searches need ", "answer from tables, or choose the device cpu");
    case MemoryUse::shared:
      return text("searches that agents share need ", "let each agent search");
    case MemoryUse::world: break;
  }
  return text("the world needs ", "end what else uses the GPU, or choose the device cpu");
}
inline Result<Done> check_memory(MemoryUse use, std::uint64_t needed, std::uint64_t free) {
  if (needed <= free) return Done{};
  return too_little_memory(use, needed, free);
}
/// Whether a batch failed that a smaller one need not.
inline bool asks_for_fewer_agents(const Error& error) {
  return error.message.ends_with(kFewerAgents);
}

/// Polygons or tiles of a path that a batch has room for at first, in the mean; where its paths are
/// longer it is given more.
inline constexpr std::uint64_t kUsualLength = 64;
/// What agents and their answers take: both ends, a record, and a path of that mean length.
template <class Place>
std::uint64_t bytes_of_answers(std::uint64_t agents, std::uint64_t length = kUsualLength) {
  return agents * (2 * sizeof(Place) + sizeof(AgentRecord) + length * sizeof(std::uint32_t));
}

// What answering works in besides: by agent two sort keys, two places in the order, and a place
// among those that need more room; and whatever their number at most about so much.
inline constexpr std::uint64_t kScratchOfAgent = 5 * sizeof(std::uint32_t);
inline constexpr std::uint64_t kScratch = std::uint64_t{2} << 30;
inline constexpr std::uint64_t kScratchOfFew = std::uint64_t{512} << 10;  // of each of a few
/// That of agents that are answered at a time. Not counted is what searches work in, which depends
/// on the GPU and is fitted to the memory that is left.
inline std::uint64_t bytes_of_scratch(std::uint64_t agents) {
  return agents * kScratchOfAgent + std::min(agents * kScratchOfFew, kScratch);
}

/// What a world with stored paths between its gates may take, so that agents and their answers have
/// room beside it. As free memory `kPlenty` is for where nobody knows of a GPU.
inline std::uint64_t most_with_pairs(std::uint64_t free) { return free / 2; }
inline constexpr std::uint64_t kPlenty = ~std::uint64_t{0};

/// Of agents that are searched for at a time: as many as wanted, in whole blocks, but no more than
/// fit into a quarter of the free memory; one block at least.
inline std::uint32_t slots_that_fit(std::uint64_t wanted, std::uint64_t bytes_each,
                                    std::uint32_t per_block, std::uint64_t free) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 30;
  const std::uint64_t blocks = std::min((wanted + per_block - 1) / per_block,
                                        std::min(kMostBytes, free / 4) / (bytes_each * per_block));
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(blocks, 1) * per_block);
}

inline constexpr std::size_t kPartsAtOnce = 3;  ///< See PartPipeline.
inline constexpr std::size_t kUsualPart = std::size_t{1} << 22;
inline constexpr std::size_t kLeastPart = 1024;

/// How many of `wanted` agents are best answered at a time on a GPU with so much free memory.
template <class Place>
std::size_t part_that_fits(std::size_t wanted, std::uint64_t free) {
  const std::uint64_t left = free > 2 * kScratch ? free - kScratch : free / 2;
  const std::uint64_t each = kPartsAtOnce * bytes_of_answers<Place>(1) + kScratchOfAgent;
  return std::min<std::uint64_t>(wanted, std::max<std::uint64_t>(left / each, kLeastPart));
}

}  // namespace portolan::detail
