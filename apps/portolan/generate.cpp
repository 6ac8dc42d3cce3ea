#include <fmt/format.h>

#include <map>
#include <memory>

#include "argument_parsing.h"
#include "commands.h"
#include "portolan/io/movingai.h"
#include "scenes/grid_scenes.h"
#include "table.h"

namespace portolan::cli {
namespace {

struct Arguments {
  std::string scene;
  scenes::GridSceneOptions options;
  std::string output;
  std::map<std::string, CLI::Option*> of_scene;  ///< The option that only this scene reads.
};

void generate(const Arguments& arguments) {
  for (const auto& [scene, option] : arguments.of_scene) {
    if (option->count() > 0 && scene != arguments.scene) {
      refuse(option->get_name(), fmt::format("belongs to the scene {}, not to {}; leave it out",
                                             scene, arguments.scene));
    }
  }
  const Grid grid =
      take(scenes::generate_grid(arguments.scene, arguments.options), ExitCode::usage);
  take(save_map(arguments.output, grid));
  fmt::print("{}: {} of {}x{} tiles, seed {}\n", arguments.output, arguments.scene, grid.width(),
             grid.height(), arguments.options.seed);
}

void add_scene_option(CLI::App& command, Arguments& arguments, const char* scene, const char* name,
                      std::uint32_t& field, std::uint32_t low, std::uint32_t high,
                      const char* help) {
  arguments.of_scene[scene] =
      command
          .add_option_function<std::string>(
              name,
              [=, &field](const std::string& text) {
                field = static_cast<std::uint32_t>(parse_whole(name, text, low, high));
              },
              fmt::format("{}: {} [{}, {}], {} if left out", scene, help, low, high, field))
          ->type_name("N")
          ->group("Options of one scene");
}

}  // namespace

void add_generate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("generate", "Make a world");
  auto arguments = std::make_shared<Arguments>();
  Arguments& a = *arguments;
  command
      ->add_option_function<std::string>(
          "WORLD",
          [](const std::string& text) { check_word("WORLD", text, {"grid"}, WordKind::world); },
          "Kind of world: grid")
      ->required()
      ->type_name("");
  command
      ->add_option_function<std::string>(
          "NAME",
          [&a](const std::string& text) {
            const auto names = scenes::grid_scene_names();
            check_word("NAME", text, {names.begin(), names.end()});
            a.scene = text;
          },
          "Scene: maze, rooms, caves, random or city")
      ->required()
      ->type_name("");
  command
      ->add_option_function<std::string>(
          "--size",
          [&a](const std::string& text) {
            const Size size = parse_size("--size", text, 8, 8192);
            a.options.width = size.width;
            a.options.height = size.height;
          },
          "Size in tiles, 512x512 if left out [8, 8192]")
      ->type_name("WxH|N");
  command
      ->add_option_function<std::string>(
          "--seed",
          [&a](const std::string& text) {
            a.options.seed = parse_whole("--seed", text, 0, ~std::uint64_t{0});
          },
          "Another seed, another map; 1 if left out")
      ->type_name("N");
  command->add_option("-o,--output", a.output, "The .map file to write")
      ->required()
      ->type_name("FILE");
  scenes::GridSceneOptions& o = a.options;
  add_scene_option(*command, a, "maze", "--corridor-width", o.corridor_width, 1, 256,
                   "width in tiles");
  add_scene_option(*command, a, "rooms", "--room-size", o.room_size, 4, 512, "usual side in tiles");
  add_scene_option(*command, a, "caves", "--rock-percent", o.rock_percent, 40, 60, "share of rock");
  add_scene_option(*command, a, "random", "--blocked-percent", o.blocked_percent, 0, 90,
                   "share of blocked tiles");
  add_scene_option(*command, a, "city", "--block-size", o.block_size, 8, 128,
                   "usual side in tiles");
  command->footer(
      "Examples:\n"
      "  portolan generate grid city --size 1024 --seed 7 -o city.map\n"
      "  portolan generate grid maze --size 640x480 --corridor-width 2 -o maze.map");
  command->callback([arguments] { generate(*arguments); });
}

}  // namespace portolan::cli
