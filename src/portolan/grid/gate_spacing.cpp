#include "portolan/grid/gate_spacing.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/grid/grid_query.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kSpacings[] = {8, 6, 4, 3};  // the last one is taken untried

// In the mean; paths inside of a sample are short, and so worse than most. On large maps, where
// labels take much memory, hardly better than half a percent will do.
constexpr double kMostError = 0.0025;
constexpr double kMostErrorOfLarge = 0.0053;
constexpr std::size_t kLargeMap = 640'000;  // tiles
constexpr std::uint32_t kSamples = 6;
constexpr std::uint32_t kPairs = 24;

/// The same numbers on every machine.
class Numbers {
 public:
  std::uint32_t below(std::uint32_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>((state_ >> 33) % limit);
  }

 private:
  std::uint64_t state_ = 1;
};

/// A part of a map, and pairs of tiles with the cost of the cheapest path between them.
struct Sample {
  struct Pair {
    Tile start;
    Tile goal;
    Cost cost = kInfinite;
  };
  Grid grid;
  std::vector<Pair> pairs;
};

class SpacingChooser {
 public:
  SpacingChooser(const Grid& grid, const GridMetric& metric, const GridBuildOptions& options)
      : grid_(grid),
        metric_(metric),
        options_(options),
        side_(std::clamp(std::max(grid.width(), grid.height()) / 4, 96u, 256u)) {
    options_.for_tables = false;
    options_.choose_transitions = false;
    options_.levels = 1;
    for (std::uint32_t i = 0; i < kSamples; ++i) samples_.push_back(draw_sample());
  }

  std::uint32_t choose() {
    const double most = grid_.letters().size() > kLargeMap ? kMostErrorOfLarge : kMostError;
    for (const std::uint32_t spacing : kSpacings) {
      if (spacing == *std::rbegin(kSpacings) || mean_error(spacing) <= most) return spacing;
    }
    return kSpacings[0];
  }

 private:
  bool passable(const Grid& grid, Tile t) const {
    return metric_.cost[static_cast<unsigned char>(grid.at(t))] > 0.0;
  }
  Tile draw_tile(const Grid& grid) {
    return {narrow<std::int32_t>(numbers_.below(grid.width())),
            narrow<std::int32_t>(numbers_.below(grid.height()))};
  }

  /// Around a tile that can be walked on, if one is found soon.
  Sample draw_sample() {
    Tile middle = draw_tile(grid_);
    for (int i = 0; i < 64 && !passable(grid_, middle); ++i) middle = draw_tile(grid_);
    const auto clip = [](std::int32_t at, std::uint32_t side, std::uint32_t whole) {
      return narrow<std::uint32_t>(
          std::clamp(at - narrow<std::int32_t>(side / 2), 0, narrow<std::int32_t>(whole - side)));
    };
    const std::uint32_t width = std::min(side_, grid_.width());
    const std::uint32_t height = std::min(side_, grid_.height());
    const std::uint32_t x = clip(middle.x, width, grid_.width());
    const std::uint32_t y = clip(middle.y, height, grid_.height());
    std::vector<TileLetter> letters;
    for (std::uint32_t row = y; row < y + height; ++row) {
      const auto part = grid_.letters().subspan(std::size_t{row} * grid_.width() + x, width);
      letters.insert(letters.end(), part.begin(), part.end());
    }
    Sample sample{Grid::make(width, height, std::move(letters)).value(), {}};
    draw_pairs(sample);
    return sample;
  }

  void draw_pairs(Sample& sample) {
    for (std::uint32_t tries = 0; tries < 8 * kPairs && sample.pairs.size() < kPairs; ++tries) {
      const Tile a = draw_tile(sample.grid);
      const Tile b = draw_tile(sample.grid);
      if (passable(sample.grid, a) && passable(sample.grid, b) &&
          std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) >= narrow<std::int32_t>(side_ / 3)) {
        sample.pairs.push_back({a, b});
      }
    }
  }

  /// 1 where no pair has a path between: nothing is known then.
  double mean_error(std::uint32_t spacing) {
    options_.transitions = {TransitionKind::every, spacing};
    double sum = 0.0;
    std::size_t count = 0;
    for (Sample& sample : samples_) {
      const auto snapshot = GridSnapshot::build(sample.grid, metric_, options_);
      if (!snapshot) return 0.0;  // the whole map will fail too, and say why
      for (Sample::Pair& pair : sample.pairs) {
        Cost cost = kInfinite;
        if (query_.find_cost(*snapshot, pair.start, pair.goal, {}, cost) != Status::complete)
          continue;
        if (pair.cost == kInfinite) {
          query_.find_path_astar(*snapshot, pair.start, pair.goal, path_);
          pair.cost = path_.cost;
        }
        sum += static_cast<double>(cost) / static_cast<double>(pair.cost) - 1.0;
        ++count;
      }
    }
    return count == 0 ? 1.0 : sum / static_cast<double>(count);
  }

  const Grid& grid_;
  const GridMetric& metric_;
  GridBuildOptions options_;
  std::uint32_t side_;  // of a sample, in tiles: the larger the map, the longer are its paths
  Numbers numbers_;
  std::vector<Sample> samples_;
  GridQuery query_;
  GridPath path_;
};

}  // namespace

std::uint32_t choose_gate_spacing(const Grid& grid, const GridMetric& metric,
                                  const GridBuildOptions& options) {
  return SpacingChooser(grid, metric, options).choose();
}

}  // namespace portolan::detail
