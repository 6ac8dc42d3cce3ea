#include "build_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <utility>

#include "argument_parsing.h"
#include "failure.h"
#include "portolan/io/image.h"
#include "portolan/io/metric_file.h"
#include "portolan/io/movingai.h"

namespace portolan::cli {
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
      policy.threshold = static_cast<std::uint32_t>(parse_whole("--transitions", parts[1], 1, 256));
    }
  } else if (parts.size() == 2 && word == "every") {
    policy.kind = TransitionKind::every;
    policy.spacing = static_cast<std::uint32_t>(parse_whole("--transitions", parts[1], 1, 256));
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

void BuildArguments::add_to(CLI::App& command) {
  const auto add = [&](CLI::Option* option) {
    added_.push_back(option->group("Build options (what is left out is chosen for the map)"));
    return option;
  };
  const auto whole = [&](const char* name, std::uint32_t& field, std::uint32_t low,
                         std::uint32_t high, const char* help) {
    add(command.add_option_function<std::string>(
            name,
            [=, &field](const std::string& text) {
              field = static_cast<std::uint32_t>(parse_whole(name, text, low, high));
            },
            fmt::format("{} [{}, {}]", help, low, high)))
        ->type_name("N");
  };
  add(command.add_option_function<std::string>(
          "--world",
          [](const std::string& text) { check_word("--world", text, {"grid"}, WordKind::world); },
          "What the input shows, where the file does not tell: grid"))
      ->type_name("KIND");
  whole("--cell-size", options_.cell_size, 2, 256, "Side of a level-1 cell, in tiles");
  whole("--levels", options_.levels, 1, 8, "Levels above the tiles");
  whole("--group", options_.group, 2, 16, "Cells a side that make one of the next level");
  add(command.add_option_function<std::string>(
          "--transitions",
          [this](const std::string& text) {
            options_.transitions = parse_transitions(text);
            options_.choose_transitions = false;
          },
          "Gates of an entrance: middle, ends[:T], every:K, or all (exact)"))
      ->type_name("POLICY");
  add(command.add_option("--metric", metric_file_, "JSON file with terrain costs by letter"))
      ->type_name("FILE");
  add(command.add_option_function<std::string>(
          "--weights", [this](const std::string& text) { weight_seed_ = parse_weights(text); },
          "Synthetic terrain costs in blocks of 8x8 tiles"))
      ->type_name("blocks:SEED");
  add(command.add_option_function<std::string>(
          "--diagonals", [this](const std::string& text) { diagonals_ = parse_diagonals(text); },
          "Diagonal moves: both_free, not_between_blocked, always or never"))
      ->type_name("RULE");
  add(command.add_option("--diagonal-length", diagonal_length_,
                         "Length of a diagonal move [0.5, 4]; the square root of 2 if left out"))
      ->check(CLI::Range(0.5, 4.0))
      ->type_name("X");
  add(command.add_option_function<std::string>(
          "--store-paths",
          [this](const std::string& text) {
            check_word("--store-paths", text, {"on", "off"});
            options_.store_steps = text == "on";
          },
          "Keep the moves of intra-edges, or search them again"))
      ->type_name("on|off");
}

std::string BuildArguments::given() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : added_) {
    if (option->count() > 0) names.push_back(option->get_name());
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

BuildArguments::Source BuildArguments::load_source(const std::string& path) const {
  GridMetric metric = metric_file_.empty() ? GridMetric{} : take(load_metric(metric_file_));
  if (diagonals_) metric.diagonals = *diagonals_;
  if (diagonal_length_) metric.diagonal_length = *diagonal_length_;
  Grid grid = std::filesystem::path(path).extension() == ".map"
                  ? take(load_map(path))
                  : take(make_grid_from_image(take(load_image(path))));
  if (weight_seed_) {
    std::array<bool, 256> passable{};
    for (std::size_t i = 0; i < passable.size(); ++i) passable[i] = metric.cost[i] > 0.0;
    grid = with_block_weights(grid, passable, *weight_seed_);
  }
  return {std::move(grid), metric};
}

}  // namespace portolan::cli
