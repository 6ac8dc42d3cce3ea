#include "terrain/merge_arguments.h"

#include <array>
#include <string_view>
#include <utility>

#include "arguments/argument_parsing.h"

namespace portolan::detail::cli {
namespace {

constexpr std::array<std::pair<const char*, EnteringPrice>, 4> kEntering{{
    {"average", EnteringPrice::average},
    {"worst-unweighted", EnteringPrice::worst_unweighted},
    {"worst-weighted", EnteringPrice::worst_weighted},
    {"worst-unit", EnteringPrice::worst_unit},
}};

EnteringPrice parse_entering(const std::string& text) {
  std::vector<std::string_view> words;
  for (const auto& [word, price] : kEntering) words.push_back(word);
  check_word("--entering", text, words);
  for (const auto& [word, price] : kEntering) {
    if (word == text) return price;
  }
  return EnteringPrice::worst_unit;
}

}  // namespace

const char* name(EnteringPrice entering) {
  for (const auto& [word, price] : kEntering) {
    if (price == entering) return word;
  }
  return "";
}

MergeSettings MergeArguments::over(MergeSettings settings) const {
  settings.entering = entering.value_or(settings.entering);
  settings.patience = patience.value_or(settings.patience);
  return settings;
}

void MergeArguments::add_to(Command& command,
                            const std::function<void(Option*, const char* type)>& add) {
  add(command.add_option_function(
          "--layers",
          [this](const std::string& text) {
            layers = parse_whole32("--layers", text, 2, 1'000'000);
          },
          "Terrain: compress what merged uses to so many layers; else whole"),
      "N");
  add_merging_to(command, add);
}

void MergeArguments::add_merging_to(Command& command,
                                    const std::function<void(Option*, const char* type)>& add) {
  add(command.add_option_function(
          "--entering", [this](const std::string& text) { entering = parse_entering(text); },
          "Terrain: what entering a merged cluster adds: average, worst-unweighted, "
          "worst-weighted, "
          "worst-unit; if left out as the world was merged, else worst-unit"),
      "PRICE");
  add(command.add_option_function(
          "--patience",
          [this](const std::string& text) {
            patience = parse_whole32("--patience", text, 0, 1'000'000);
          },
          "Terrain: steps until a cluster merges with its nearest neighbours whatever these pick; "
          "0: "
          "never, as in the thesis; if left out as the world was merged, else 1"),
      "N");
}

}  // namespace portolan::detail::cli
