#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <numeric>

#include "arguments/argument_parsing.h"
#include "arguments/output_file.h"
#include "arguments/world_arguments.h"
#include "commands/commands.h"
#include "portolan/core/to_whole.h"
#include "portolan/terrain/terrain_picture.h"
#include "report/document.h"
#include "report/table.h"
#include "terrain/loaded_terrain.h"
#include "terrain/merged_structure.h"
#include "terrain/terrain_report.h"
#include "terrain/top_clusters.h"

namespace portolan::detail::cli {
namespace {

/// Where not all steps are asked for by number, at most so many are drawn.
constexpr std::uint32_t kMostPictures = 24;

struct Arguments {
  WorldArguments world;
  MergeArguments merge;
  std::string output;
  std::string steps;
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

void save_step(const std::string& file, const LoadedTerrain& world, const TopClusters& clusters,
               const std::string& caption) {
  TerrainPicture picture(world.snapshot().mesh(), world.locator());
  picture.draw_ground([&](TriangleId t) { return clusters.colour(t); }, 0.6);
  picture.draw_borders([&](TriangleId t) { return index(clusters.top(t)); }, palette::kInk, 0.5);
  const LegendEntry entry{palette::kPaper, caption};
  picture.draw_legend({&entry, 1});
  save_picture_file(file, picture.picture());
}

/// Merges as far as the one step that was named, and stores the world like that.
void save_world(const Arguments& arguments, const LoadedTerrain& world) {
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

void draw_steps(const Arguments& arguments, const LoadedTerrain& world) {
  MergedStructure merged(world.baked(), arguments.merge);
  const MergedHierarchy& h = merged.whole();
  if (h.step_count() == 0) {
    throw Failure{ExitCode::no_path, fmt::format("{}: no two triangles are neighbours, so nothing "
                                                 "merges",
                                                 arguments.world.world)};
  }
  const auto steps = choose_steps(arguments.steps, h.step_count());
  TopClusters clusters(h, world.snapshot().mesh());
  Table table({"step", "top clusters", "triangles in one: mean", "most", "picture"});
  Json rows = Json::array();
  const std::size_t digits = std::max<std::size_t>(3, std::to_string(h.step_count()).size());
  for (const std::uint32_t step : steps) {
    clusters.advance(step);
    const double mean = h.triangle_count / static_cast<double>(clusters.count());
    const std::string file =
        (std::filesystem::path(arguments.output) / fmt::format("step-{:0{}}.png", step, digits))
            .string();
    save_step(file, world, clusters,
              fmt::format("step {} of {}: {}, {:.1f} triangles each on average, {} in "
                          "the largest",
                          step, h.step_count(), counted(clusters.count(), "top cluster"), mean,
                          grouped(clusters.largest())));
    table.add({std::to_string(step), grouped(clusters.count()), fmt::format("{:.1f}", mean),
               grouped(clusters.largest()), file});
    rows.push_back({{"step", step},
                    {"top_clusters", clusters.count()},
                    {"largest", clusters.largest()},
                    {"picture", file}});
  }
  if (arguments.world.json) {
    Json document = begin_document("merge-steps", arguments.world.world);
    document["steps"] = h.step_count();
    document["merged"] = merged_json(merged);
    document["pictures"] = std::move(rows);
    print_document(document);
  } else {
    fmt::print("{}: {}, {}\n{}\n{}", arguments.world.world, world.size_text(),
               counted(h.step_count(), "step"), merged_text(merged), table.text());
  }
}

void make_folder(const std::string& name) {
  std::error_code failed;
  std::filesystem::create_directories(name, failed);
  if (failed) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("{}: cannot make this folder: {}", name, failed.message())};
  }
}

void merge_steps(const Arguments& arguments) {
  if (arguments.output.ends_with(".portolan")) {
    check_output(arguments.output);
  } else {
    make_folder(arguments.output);
  }
  const auto opened = arguments.world.open();
  const LoadedTerrain& world = take_terrain(*opened, arguments.world.world);
  if (arguments.output.ends_with(".portolan")) {
    save_world(arguments, world);
  } else {
    draw_steps(arguments, world);
  }
}

}  // namespace

void add_merge_steps(Command& app) {
  Command* command =
      app.add_subcommand("merge-steps", "Merge the triangles of a terrain step by step");
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
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
  a.merge.add_merging_to(*command,
                         [](Option* option, const char* type) { option->type_name(type); });
  command->footer(
      "One colour a top cluster, which keeps that of its largest part; neighbours never have the\n"
      "same.\n"
      "A world that was stored at a step is merged on from there, here, by build --merged, and by\n"
      "every query that needs it.\n"
      "Examples:\n"
      "  portolan merge-steps hills.portolan -o steps\n"
      "  portolan merge-steps hills.portolan --steps 3 -o part.portolan\n"
      "  portolan merge-steps cone.pgm --world terrain --triangles four -o steps --steps 1,2,5 \\\n"
      "      --patience 0");
  command->callback([arguments] { merge_steps(*arguments); });
}

}  // namespace portolan::detail::cli
