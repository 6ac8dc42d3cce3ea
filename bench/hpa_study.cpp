// Repeats the study of the HPA* paper (Botea, Müller, Schaeffer 2004) on its own maps.

#include "hpa_example.h"
#include "hpa_measure.h"
#include "hpa_rows.h"
#include "study.h"

int main(int argc, char** argv) {
  using namespace portolan;
  using namespace portolan::detail;
  using namespace portolan::detail::bench;
  std::size_t pairs = 100;
  unsigned rounds = 3;
  std::uint64_t seed = 2004;
  Study results("hpa-2004", argc, argv);
  CLI::App app{"Repeats the study of the HPA* paper on its 120 maps."};
  results.add_options(app);
  app.add_option("--pairs", pairs, "random pairs of tiles per map")->capture_default_str();
  add_rounds(app, rounds);
  app.add_option("--seed", seed, "of the pairs")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  const auto data = find_data();
  const auto maps =
      data ? list_maps(*data / "grid" / "bgmaps") : std::vector<std::filesystem::path>{};
  if (maps.empty()) {
    fmt::print("skipped: there are no maps; let PORTOLAN_DATA name a folder with grid/bgmaps\n");
    return 0;
  }
  std::vector<MapStudy> studies;
  std::vector<SweepCounts> sweeps(kSweepTo - kSweepFrom + 1);
  for (const auto& file : maps) {
    const Grid grid = take(load_map(file));
    MapMeasurement measurement(grid, pairs, seed + studies.size(), rounds);
    for (std::uint32_t size = kSweepFrom; size <= kSweepTo; ++size) {
      sweep(grid, measurement.pairs(), size, sweeps[size - kSweepFrom]);
    }
    studies.push_back(std::move(measurement.study()));
    if (studies.size() % 20 == 0) fmt::print("{} of {} maps\n", studies.size(), maps.size());
  }
  const HpaRows rows(studies);
  results.write("by-length.csv", rows.by_length());
  results.write("by-size.csv", rows.by_size(sweeps));
  results.write("errors.csv", rows.errors());
  results.write("sizes.csv", rows.sizes());
  results.write("open-lists.csv", rows.open_lists());
  write_text(results.folder() / "example.json", run_example(results.folder()).dump(2) + "\n");
  results.write_setting({{"maps", studies.size()}, {"queries", rows.queries()}});
  return 0;
}
