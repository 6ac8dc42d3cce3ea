#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <span>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/core/to_whole.h"
#include "portolan/io/file_ending.h"
#include "portolan/merged/compress_layers.h"
#include "report/document.h"
#include "report/table.h"
#include "terrain/cluster_picture.h"
#include "terrain/loaded_terrain.h"
#include "terrain/merged_structure.h"
#include "terrain/shown_clusters.h"
#include "terrain/terrain_report.h"

namespace portolan::detail::cli {
namespace {

/// Where not all steps are asked for by number, at most so many are drawn.
constexpr std::uint32_t kMostPictures = 24;

struct MergeStepsArguments {
  WorldArguments world;
  MergeArguments merge;
  std::string output;
  std::string steps;
  ClusterColour colour = ClusterColour::clusters;
  std::optional<std::uint32_t> layer;
  bool store = false;
};

/// `all`, or numbers with commas between; if left out all, or some of them where there are many.
std::vector<std::uint32_t> choose_steps(const std::string& text, std::uint32_t count) {
  std::vector<std::uint32_t> steps;
  if (text == "all" || (text.empty() && count <= kMostPictures)) {
    steps.resize(count);
    std::iota(steps.begin(), steps.end(), 1u);
  } else if (text.empty()) {
    for (std::uint32_t i = 0; i < kMostPictures; ++i) {  // the first ones tell the most
      const double share = static_cast<double>(i) / (kMostPictures - 1);
      steps.push_back(std::max<std::uint32_t>(
          i + 1, to_whole<std::uint32_t>(std::round(std::pow(count, share)))));
    }
  } else {
    for (const std::string& word : split(text, ','))
      steps.push_back(parse_whole32("--steps", word, 1, count));
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  }
  return steps;
}

/// Merges as far as the one step that was named, and stores the world like that.
void save_world(const MergeStepsArguments& arguments, const LoadedTerrain& world) {
  std::uint32_t steps = kAllSteps;
  if (!arguments.steps.empty() && arguments.steps != "all")
    steps = parse_whole32("--steps", arguments.steps, 1, kAllSteps - 1);
  const auto merged = with_merged(world, arguments.merge, steps);
  if (const auto& h = merged->baked().merged; steps != kAllSteps && h->step_count() < steps) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("--steps: there are only {} until all is merged", h->step_count())};
  }
  merged->save(arguments.output);
  if (!arguments.world.json) return fmt::print("{}", merged->text(arguments.output));
  Json document = begin_document("merge-steps");
  document.update(merged->json(arguments.output));
  print_document(document);
}

/// Draws steps one after the other, each with a row in the report.
class StepPictures {
 public:
  StepPictures(const MergeStepsArguments& arguments, const LoadedTerrain& world)
      : arguments_(arguments),
        world_(world),
        table_({"step", "clusters", "triangles in one: mean", "most", "layers", "picture"}) {}

  /// `what`: of the step, such as "step"; `structure`, shown after so many of its own steps.
  void add(const char* what, std::uint32_t step, std::uint32_t count, const MergedHierarchy& h,
           std::uint32_t steps, std::uint32_t layer, MergeColours* colours) {
    const ShownClusters shown = find_shown_clusters(h, world_.snapshot().mesh(), steps, layer);
    const std::vector<std::uint8_t> any(shown.count(), kAnyColour);
    const auto chosen = colours != nullptr && layer == 0
                            ? colours->of(shown, steps)
                            : colour_regions(shown.count(), shown.beside, any);
    std::uint32_t largest = 0;
    for (const ClusterId cluster : shown.clusters) largest = std::max(largest, h.size_of(cluster));
    const double mean = h.triangle_count / static_cast<double>(shown.count());
    const std::string file = name(what, step, count, ".png");
    save_cluster_picture(
        file, world_, h, shown, arguments_.colour, chosen,
        fmt::format("{} {} of {}: {}, {:.1f} triangles each on average, {} in the largest", what,
                    step, count,
                    layer == 0 ? counted(shown.count(), "top cluster")
                               : counted(shown.count(), "cluster") +
                                     fmt::format(" {} below the top", layer),
                    mean, grouped(largest)));
    table_.add({fmt::format("{} {}", what, step), grouped(shown.count()),
                fmt::format("{:.1f}", mean), grouped(largest), std::to_string(shown.layers), file});
    rows_.push_back({{what, step},
                     {layer == 0 ? "top_clusters" : "clusters", shown.count()},
                     {"largest", largest},
                     {"layers", shown.layers},
                     {"picture", file}});
  }
  std::string name(const char* what, std::uint32_t step, std::uint32_t count,
                   const char* ending) const {
    const std::size_t digits = std::max<std::size_t>(3, std::to_string(count).size());
    return (std::filesystem::path(arguments_.output) /
            fmt::format("{}-{:0{}}{}", what, step, digits, ending))
        .string();
  }
  std::string text() const { return table_.text(); }
  const Json& json() const { return rows_; }

 private:
  const MergeStepsArguments& arguments_;
  const LoadedTerrain& world_;
  Table table_;
  Json rows_ = Json::array();
};

/// A world file for each step: each is merged on from the one before.
void store_steps(const MergeStepsArguments& arguments, const LoadedTerrain& world,
                 const StepPictures& pictures, std::span<const std::uint32_t> steps,
                 std::uint32_t count) {
  auto now = std::make_unique<LoadedTerrain>(BakedTerrain{world.snapshot(), nullptr});
  for (const std::uint32_t step : steps) {
    now = with_merged(*now, arguments.merge, step);
    now->save(pictures.name("step", step, count, ".portolan"));
  }
}

void draw_steps(const MergeStepsArguments& arguments, const LoadedTerrain& world) {
  MergedStructure merged(world.baked(), arguments.merge);
  const MergedHierarchy& h = merged.whole();
  if (h.step_count() == 0) {
    throw Failure{ExitCode::no_path, fmt::format("{}: no two triangles are neighbours, so nothing "
                                                 "merges",
                                                 arguments.world.world)};
  }
  StepPictures pictures(arguments, world);
  if (const std::uint32_t layers = arguments.merge.layers; layers > 0) {
    const std::uint32_t count = count_compression_steps(h, layers);
    if (count == 0) {
      refuse("--layers", fmt::format("the merged structure has only {}; give fewer",
                                     counted(h.layer_count(), "layer")));
    }
    for (const std::uint32_t step : choose_steps(arguments.steps, count)) {
      // The top clusters stay, so those below show more.
      pictures.add("compress", step, count, take(compress_layers(h, layers, {}, step)), kAllSteps,
                   arguments.layer.value_or(1), nullptr);
    }
  } else {
    MergeColours colours(h, world.snapshot().mesh());
    const auto steps = choose_steps(arguments.steps, h.step_count());
    for (const std::uint32_t step : steps) {
      pictures.add("step", step, h.step_count(), h, step, arguments.layer.value_or(0), &colours);
    }
    if (arguments.store) store_steps(arguments, world, pictures, steps, h.step_count());
  }
  if (arguments.world.json) {
    Json document = begin_document("merge-steps", arguments.world.world);
    document["steps"] = h.step_count();
    document["merged"] = merged_json(merged);
    document["pictures"] = pictures.json();
    print_document(document);
  } else {
    fmt::print("{}: {}, {}\n{}\n{}", arguments.world.world, world.size_text(),
               counted(h.step_count(), "step"), merged_text(merged), pictures.text());
  }
}

void merge_steps(const MergeStepsArguments& arguments) {
  const bool to_file = file_ending(arguments.output) == ".portolan";
  if (to_file) {
    if (arguments.merge.layers > 0)
      refuse("--layers",
             "a world file holds all layers; path, run and view compress what it holds");
    check_output(arguments.output);
  } else {
    make_output_folder(arguments.output);
  }
  const auto opened = arguments.world.open();
  const LoadedTerrain& world = take_terrain(*opened, arguments.world.world);
  if (to_file) {
    save_world(arguments, world);
  } else {
    draw_steps(arguments, world);
  }
}

}  // namespace

void add_merge_steps(Command& app) {
  Command* command =
      app.add_subcommand("merge-steps", "Merge the triangles of a terrain step by step");
  auto arguments = std::make_shared<MergeStepsArguments>();
  MergeStepsArguments& a = *arguments;
  a.world.add_to(*command, "Print JSON");
  command
      ->add_option("-o,--output", a.output,
                   "Folder for the pictures, step-001.png and so on; or a world file that ends in "
                   ".portolan, to store how far merging is")
      ->required()
      ->type_name("DIR|FILE");
  command
      ->add_option("--steps", a.steps,
                   "Which steps: all, or numbers with commas between; if left out all, or 24 of "
                   "them where there are more. For a world file: the one to stop after")
      ->type_name("all|N,N...");
  command
      ->add_option_function(
          "--colour", [&a](const std::string& text) { a.colour = parse_cluster_colour(text); },
          "What colours mean: clusters (one each), neighbours (how many a cluster has), layers "
          "(how many it has), steepness (of the ground); clusters if left out")
      ->type_name("WHAT");
  command
      ->add_option_function(
          "--layer",
          [&a](const std::string& text) { a.layer = parse_whole32("--layer", text, 0, 1'000'000); },
          "Draw the clusters so many layers below the top ones; 0 if left out, 1 with --layers")
      ->type_name("N");
  command->add_flag("--store", a.store,
                    "Store the world merged so far beside each picture, as step-001.portolan and "
                    "so on");
  a.merge.add_to(*command, [](Option* option, const char* type) { option->type_name(type); });
  command->footer(
      "A top cluster keeps the colour of its largest part; neighbours never have the same. With\n"
      "--layers the steps of compressing the merged structure to so many layers are drawn, as\n"
      "compress-001.png and so on.\n"
      "A world that was stored at a step is merged on from there, here, by build --merged, and by\n"
      "every query that needs it.\n"
      "Examples:\n"
      "  portolan merge-steps hills.portolan -o steps\n"
      "  portolan merge-steps hills.portolan --steps 3 -o part.portolan\n"
      "  portolan merge-steps hills.portolan -o steps --store --colour neighbours\n"
      "  portolan merge-steps hills.portolan -o compressing --layers 4 --layer 2\n"
      "  portolan merge-steps cone.pgm --world terrain --triangles four -o steps --steps 1,2,5 \\\n"
      "      --patience 0");
  command->callback([arguments] { merge_steps(*arguments); });
}

}  // namespace portolan::detail::cli
