#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "portolan/gpu/device/agent_record.h"
#include "portolan/types.h"

/// How much memory is asked of a GPU, and what is said where it has too little.
namespace portolan::detail {

/// What memory is asked for.
enum class MemoryUse : std::uint8_t { world, batch };

inline constexpr const char* kFewerAgents = "answer fewer agents at once";

inline Error too_little_memory(MemoryUse use, std::uint64_t needed, std::uint64_t free) {
  const std::string numbers =
      std::to_string(needed) + " bytes and " + std::to_string(free) + " are free; ";
  if (use == MemoryUse::batch) return Error{"GPU: a batch needs " + numbers + kFewerAgents};
  return Error{"GPU: the world needs " + numbers +
               "build it with smaller --tables, or choose the device cpu"};
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
