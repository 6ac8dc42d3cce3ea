// Repeats the study of the HPA* paper (Botea, Müller, Schaeffer 2004) on its own maps and
// writes the tables and figures, with the paper's own numbers beside them.

#include <CLI/CLI.hpp>

#include "hpa_example_report.h"
#include "hpa_measure.h"
#include "hpa_report.h"

int main(int argc, char** argv) {
  using namespace portolan;
  using namespace portolan::detail;
  using namespace portolan::detail::bench;
  std::filesystem::path folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::size_t pairs = 100;
  unsigned rounds = 3;
  std::uint64_t seed = 2004;
  StudyHeader header{command_line(argc, argv), "unknown", false};
  CLI::App app{"Repeats the study of the HPA* paper on its 120 maps."};
  app.add_option("--folder", folder, "where hpa-2004.md and hpa-2004/ go (default: docs/results)");
  app.add_option("--pairs", pairs, "random pairs of tiles a map")->capture_default_str();
  app.add_option("--rounds", rounds, "rounds of timing")->capture_default_str();
  app.add_option("--seed", seed, "of the pairs")->capture_default_str();
  app.add_option("--commit", header.commit, "which version this is, for the record");
  app.add_flag("--provisional", header.provisional, "say that the machine was busy");
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
  const std::filesystem::path details = folder / "hpa-2004";
  const StudyReport report(studies, sweeps, header);
  write_text(folder / "hpa-2004.md",
             report.write(details, "hpa-2004", report_example(details, "hpa-2004")));
  fmt::print("{}", report.summary());
  return report.holds() ? 0 : 1;
}
