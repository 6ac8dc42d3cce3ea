// Units on tile maps: frames in which doors open and close, many units to one goal, units of
// several widths.

#include "unit_flow.h"
#include "unit_frames.h"
#include "unit_sizes.h"

namespace portolan::bench {
namespace {

int run(int argc, char** argv) {
  UnitArguments common;
  FrameArguments frames;
  std::int32_t crowd = 40;
  std::uint32_t goals = 20;
  std::vector<std::string> sized{"sc1/BlackLotus", "sc1/Labyrinth", "dao/brc202d",
                                 "rooms/16room_000", "mazes/maze512-32-0"};
  Study results("units", argc, argv);
  CLI::App app{"Measures units on tile maps."};
  results.add_options(app);
  common.add_options(app);
  app.add_option("--doors", frames.doors)->capture_default_str();
  app.add_option("--frames", frames.frames)->check(CLI::Range(1, 1'000'000))->capture_default_str();
  app.add_option("--astar-frames", frames.astar_frames, "of the opponent; 0: none")
      ->capture_default_str();
  app.add_option("--look-ahead", frames.look_ahead, "tiles")->capture_default_str();
  app.add_option("--crowd", crowd,
                 "a second run: goals within so many tiles of the middle; 0: none")
      ->check(CLI::Range(0, 16384))
      ->capture_default_str();
  app.add_option("--goals", goals)->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--more-sizes", sized, "maps for several widths of units only")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto data = find_data();
  if (!data) {
    fmt::print("skipped: there are no maps; let PORTOLAN_DATA name a folder with grid/\n");
    return 0;
  }
  Csv frame_rows{
      "map,crowd,by,frames,mean_ms,p99_ms,worst_ms,edit_mean_ms,edit_worst_ms,moved,waited"};
  Csv flow_rows{"map,drawn,goals,paths_ms,flow_ms,walked_ms"};
  Csv size_rows{"map,asked,size,bytes,table_bytes,share,levels,tables,path_us"};
  for (const std::string& map : common.maps) {
    const Grid grid = load_unit_map(*data, map);
    const GridSnapshot world = take(GridSnapshot::build(grid, {}, {.table_bytes = 0}));
    frames.crowd = 0;
    add_frames(map, world, common, frames, frame_rows);
    if (crowd > 0) {
      FrameArguments crowded = frames;
      crowded.crowd = crowd;
      crowded.astar_frames = 0;
      add_frames(map, world, common, crowded, frame_rows);
    }
    const GridSnapshot with_tables = take(GridSnapshot::build(grid));
    require(with_tables.info().tables, "the tables do not fit");
    add_flow(map, with_tables, common, goals, flow_rows);
    sized.push_back(map);
  }
  for (const std::string& map : sized) {
    for (const std::uint64_t table_bytes : {std::uint64_t{0}, kDefaultTableBytes})
      add_sizes(map, load_unit_map(*data, map), common, table_bytes, size_rows);
  }
  results.write("frames.csv", frame_rows);
  results.write("flow.csv", flow_rows);
  results.write("sizes.csv", size_rows);
  results.write_setting({{"units", common.units}, {"rounds", common.rounds}});
  return 0;
}

}  // namespace
}  // namespace portolan::bench

int main(int argc, char** argv) { return portolan::bench::run(argc, argv); }
