#include "scenes/block_weights.h"

#include <utility>
#include <vector>

namespace portolan::detail::scenes {

Grid with_block_weights(const Grid& grid, const std::array<bool, 256>& passable,
                        std::uint64_t seed) {
  constexpr std::array<TileLetter, 8> kWeights{'1', '1', '1', '1', '2', '2', '3', '4'};
  const auto weight_of_block = [&](std::uint64_t bx, std::uint64_t by) {
    std::uint64_t h =
        seed * 0x9E3779B97F4A7C15ull + bx * 0xBF58476D1CE4E5B9ull + by * 0x94D049BB133111EBull;
    h = (h ^ (h >> 31)) * 0xD6E8FEB86659FD93ull;
    h ^= h >> 32;
    return kWeights[h % kWeights.size()];
  };
  std::vector<TileLetter> letters(grid.letters().begin(), grid.letters().end());
  for (std::uint32_t y = 0; y < grid.height(); ++y) {
    for (std::uint32_t x = 0; x < grid.width(); ++x) {
      TileLetter& letter = letters[std::size_t{y} * grid.width() + x];
      if (passable[static_cast<unsigned char>(letter)]) letter = weight_of_block(x / 8, y / 8);
    }
  }
  return *Grid::make(grid.width(), grid.height(), std::move(letters));
}

}  // namespace portolan::detail::scenes
