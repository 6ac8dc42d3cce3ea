#pragma once

#include <cstdint>

#include "stress/finding.h"

/// One random world each, at the edges of what is allowed, with everything that can be asked of it.
/// The same seed makes the same world. They throw a Finding.
namespace portolan::detail::stress {

void try_graph(std::uint64_t seed, Tally& tally);
void try_grid(std::uint64_t seed, Tally& tally);
void try_mesh(std::uint64_t seed, Tally& tally);
void try_terrain(std::uint64_t seed, Tally& tally);

}  // namespace portolan::detail::stress
