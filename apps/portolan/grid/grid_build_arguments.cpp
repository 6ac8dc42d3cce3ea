#include "grid/grid_build_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "arguments/argument_parsing.h"
#include "failure.h"
#include "portolan/io/images/image.h"
#include "portolan/io/maps/movingai.h"
#include "portolan/io/metrics/metric_file.h"
#include "report/progress_bar.h"
#include "scenes/block_weights.h"

namespace portolan::detail::cli {
namespace {

constexpr std::array<std::pair<std::string_view, DiagonalRule>, 4> kDiagonals{{
    {"both_free", DiagonalRule::both_free},
    {"not_between_blocked", DiagonalRule::not_between_blocked},
    {"always", DiagonalRule::always},
    {"never", DiagonalRule::never},
}};

DiagonalRule parse_diagonals(const std::string& text) {
  for (const auto& [word, rule] : kDiagonals) {
    if (word == text) return rule;
  }
  refuse(
      "--diagonals",
      fmt::format("'{}' is unknown; give both_free, not_between_blocked, always or never", text));
}

std::uint64_t parse_weights(const std::string& text) {
  const auto parts = split(text, ':');
  if (parts.size() != 2 || parts[0] != "blocks") {
    refuse("--weights", fmt::format("'{}' is unknown; give blocks:SEED, such as blocks:1", text));
  }
  return parse_whole("--weights", parts[1], 0, ~std::uint64_t{0});
}

std::vector<std::uint32_t> parse_sizes(const std::string& text) {
  std::vector<std::uint32_t> sizes;
  for (const std::string& part : split(text, ','))
    sizes.push_back(parse_whole32("--sizes", part, 1, GridGraph::kMaxUnitSize));
  if (const auto good = validate_unit_sizes(sizes); !good) refuse("--sizes", good.error().message);
  return sizes;
}

}  // namespace

TransitionPolicy parse_transitions(const std::string& text) {
  TransitionPolicy policy;
  const auto parts = split(text, ':');
  const std::string& word = parts[0];
  if (parts.size() == 1 && word == "middle") {
    policy.kind = TransitionKind::middle;
  } else if (parts.size() == 1 && word == "all") {
    policy.kind = TransitionKind::all;
  } else if (parts.size() <= 2 && word == "ends") {
    policy.kind = TransitionKind::ends;
    if (parts.size() == 2) {
      policy.threshold = parse_whole32("--transitions", parts[1], 1, 256);
    }
  } else if (parts.size() == 2 && word == "every") {
    policy.kind = TransitionKind::every;
    policy.spacing = parse_whole32("--transitions", parts[1], 1, 256);
  } else {
    refuse("--transitions",
           fmt::format("'{}' is unknown; give middle, ends, ends:T, every:K or all", text));
  }
  return policy;
}

std::string transitions_text(const TransitionPolicy& policy) {
  switch (policy.kind) {
    case TransitionKind::middle: return "middle";
    case TransitionKind::ends: return fmt::format("ends:{}", policy.threshold);
    case TransitionKind::every: return fmt::format("every:{}", policy.spacing);
    case TransitionKind::all: return "all";
  }
  return "unknown";
}

const char* diagonals_text(DiagonalRule rule) {
  for (const auto& [word, known] : kDiagonals) {
    if (known == rule) return word.data();
  }
  return "unknown";
}

void GridBuildArguments::add_to(Command& command, GivenOptions& all) {
  const auto add = [&](Option* option) {
    all.add(option);
    return given_.add(option->group("Build options of grids"));
  };
  add(command.add_option_function(
          "--transitions",
          [this](const std::string& text) {
            options_.transitions = parse_transitions(text);
            options_.choose_transitions = false;
          },
          "Gates of an entrance: middle, ends[:T], every:K, or all (exact)"))
      ->type_name("POLICY");
  add(command.add_option_function(
          "--diagonals", [this](const std::string& text) { diagonals_ = parse_diagonals(text); },
          "Diagonal moves: both_free, not_between_blocked, always or never"))
      ->type_name("RULE");
  add(command.add_option_function(
          "--diagonal-length",
          [this](const std::string& text) {
            diagonal_length_ = parse_real("--diagonal-length", text, 0.5, 4.0);
          },
          "Length of a diagonal move [0.5, 4]; the square root of 2 if left out"))
      ->type_name("X");
  add(command.add_option_function(
          "--sizes", [this](const std::string& text) { sizes_ = parse_sizes(text); },
          "Widths of the units, such as 1,2,3 [1, 16]; a unit is named by the top left tile of its "
          "square. 1 if left out"))
      ->type_name("N,N");
}

namespace {

/// Tiles from light and dark; more greys than drawings have look like heights.
constexpr std::size_t kMostGreys = 16;

std::size_t count_greys(const Image& image) {
  std::array<bool, 256> seen{};
  if (image.channels != 1) return 0;
  for (const std::uint8_t pixel : image.pixels) seen[pixel] = true;
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

bool is_all_blocked(const Grid& grid, const GridMetric& metric) {
  return std::all_of(grid.letters().begin(), grid.letters().end(), [&](TileLetter letter) {
    return metric.cost[static_cast<unsigned char>(letter)] <= 0.0;
  });
}

Grid load_picture(BegunFile file, const GridMetric& metric) {
  const std::string name = file.name();
  const Image image = take(load_image(std::move(file)));
  Grid grid = take(make_grid_from_image(image));
  const std::size_t greys = count_greys(image);
  const bool dark = is_all_blocked(grid, metric);
  if (dark || greys > kMostGreys) {
    fmt::print(stderr, "{}: {}; if it is a height map, give --world terrain\n", name,
               dark ? std::string("every pixel is dark, so no tile is passable")
                    : fmt::format("{} greys become tiles, passable where they are light", greys));
  }
  return grid;
}

}  // namespace

GridMetric GridBuildArguments::load_metric_of(const SharedBuildOptions& shared) const {
  if (shared.metrics.size() > 1) {
    refuse("--metric", "is named twice; a grid has one agent type, give one file");
  }
  GridMetric metric =
      shared.metrics.empty() ? GridMetric{} : take(load_metric(shared.metrics.front()));
  if (diagonals_) metric.diagonals = *diagonals_;
  if (diagonal_length_) metric.diagonal_length = *diagonal_length_;
  return metric;
}

std::unique_ptr<LoadedGrid> GridBuildArguments::build(BegunFile file, SourceKind kind,
                                                      const SharedBuildOptions& shared) const {
  GridBuildOptions options = options_;
  options.store_steps = shared.store_paths;
  options.for_tables = shared.table_bytes > 0;
  read_if_given("--levels", shared.levels, 1, 8, options.levels);
  read_if_given("--cell-size", shared.cell_size, 2, 256, options.cell_size);
  read_if_given("--group", shared.group, 2, 16, options.group);
  std::optional<std::uint64_t> weight_seed;
  if (!shared.weights.empty()) weight_seed = parse_weights(shared.weights);
  const GridMetric metric = load_metric_of(shared);
  Grid grid = kind == SourceKind::map ? take(load_map(std::move(file)))
                                      : load_picture(std::move(file), metric);
  if (weight_seed) {
    std::array<bool, 256> passable{};
    for (std::size_t i = 0; i < passable.size(); ++i) passable[i] = metric.cost[i] > 0.0;
    grid = scenes::with_block_weights(grid, passable, *weight_seed);
  }
  return std::make_unique<LoadedGrid>(
      with_tables(build_grid(std::move(grid), metric, options, sizes_), shared.table_bytes));
}

GridSizes build_grid(Grid grid, const GridMetric& metric, const GridBuildOptions& options,
                     const std::vector<std::uint32_t>& sizes) {
  ProgressBar bar("building");
  return take(GridSizes::build(std::move(grid), metric, options, sizes, bar.progress()));
}

}  // namespace portolan::detail::cli
