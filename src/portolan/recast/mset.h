#pragma once

#include <DetourNavMesh.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "portolan/recast.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Reads a navigation mesh as RecastDemo saves it ("MSET", version 1, tiles of version 7), with
/// references of 32 or 64 bits, whichever the bytes show. References of 32 bits are kept; those of
/// 64 bits are given anew. Everything in the bytes is checked before Detour sees it, since Detour
/// trusts its data. Fails with `name` and what the bytes are: foreign, of another version,
/// truncated, or damaged, and in which tile and field.
Result<DetourMesh> parse_mset(std::span<const std::byte> bytes, std::string_view name);

/// The bytes that RecastDemo would save, with references of 32 bits.
std::vector<std::byte> write_mset(const dtNavMesh& mesh);

}  // namespace portolan::detail
