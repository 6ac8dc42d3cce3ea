#pragma once

#include <string>
#include <vector>

#include "mesh_speed_report.h"
#include "table_speed_grids.h"
#include "table_speed_meshes.h"

/// The page about queries by tables.
namespace portolan::detail::bench {

struct TableSpeedStudy {
  std::vector<MeshTableSpeed> scenes;
  std::vector<MeshTableSpeed> presets;
  std::vector<GridTableSpeed> sets;
  std::vector<GridTableSpeed> weighted;
};

inline std::string whole(double value) { return grouped(value, 0); }
inline std::string micro(double us) { return fmt::format("{:.3f}", us); }
inline std::string both(double file, double fresh) {
  return fmt::format("{} / {}", whole(file), whole(fresh));
}

template <class F>
std::vector<double> values_of(const std::vector<MeshTableSpeed>& scenes, F&& value) {
  std::vector<double> values;
  for (const MeshTableSpeed& s : scenes) values.push_back(value(s));
  return values;
}

inline Table mesh_times(const std::vector<MeshTableSpeed>& scenes) {
  Table table{{"scene", "polygons", "Detour µs", "with way-points µs", "cost µs", "polygons µs",
               "way-points µs", "cost", "polygons", "way-points"},
              {}};
  for (const MeshTableSpeed& s : scenes) {
    const auto pair = [](const Pace& p) { return micro(p.file) + " / " + micro(p.fresh); };
    table.add({s.name, grouped(s.polygons), tenths(s.detour.file) + " / " + tenths(s.detour.fresh),
               tenths(s.detour_points.file) + " / " + tenths(s.detour_points.fresh), pair(s.cost),
               pair(s.path), pair(s.points),
               both(s.detour.file / s.cost.file, s.detour.fresh / s.cost.fresh),
               both(s.detour.file / s.path.file, s.detour.fresh / s.path.fresh),
               both(s.detour_points.file / s.points.file, s.detour_points.fresh / s.points.fresh)});
  }
  if (scenes.size() < 2) return table;
  const auto ratio = [&](auto&& theirs, auto&& ours) {
    return both(
        mean(values_of(scenes, [&](const auto& s) { return theirs(s).file / ours(s).file; })),
        mean(values_of(scenes, [&](const auto& s) { return theirs(s).fresh / ours(s).fresh; })));
  };
  const auto detour = [](const MeshTableSpeed& s) { return s.detour; };
  table.add({"mean of the ratios", "", "", "", "", "", "",
             ratio(detour, [](const MeshTableSpeed& s) { return s.cost; }),
             ratio(detour, [](const MeshTableSpeed& s) { return s.path; }),
             ratio([](const MeshTableSpeed& s) { return s.detour_points; },
                   [](const MeshTableSpeed& s) { return s.points; })});
  return table;
}

inline Table mesh_sizes(const std::vector<MeshTableSpeed>& scenes) {
  Table table{{"scene", "gates", "deepest", "most gates of a cell", "connect MB", "labels MB",
               "paths MB", "all MB", "tables built in ms"},
              {}};
  for (const MeshTableSpeed& s : scenes) {
    table.add({s.name, grouped(s.gates), grouped(s.most_depth), grouped(s.most_gates),
               fmt::format("{:.2f}", double(s.connect_bytes) / 1e6),
               fmt::format("{:.2f}", double(s.far_bytes) / 1e6),
               fmt::format("{:.2f}", double(s.path_bytes) / 1e6),
               fmt::format("{:.2f}", s.megabytes()), tenths(s.tables_ms)});
  }
  return table;
}

inline Table near_times(const std::vector<MeshTableSpeed>& scenes) {
  Table table{{"scene", "Detour µs", "A* µs", "tables µs", "over Detour", "over A*"}, {}};
  for (const MeshTableSpeed& s : scenes) {
    table.add({s.name, tenths(s.near_detour_us), tenths(s.near_astar_us), micro(s.near_us),
               times(s.near_detour_us / s.near_us), times(s.near_astar_us / s.near_us)});
  }
  return table;
}

inline Table grid_times(const std::vector<GridTableSpeed>& sets) {
  Table table{{"set", "maps", "queries", "A* µs", "cost µs", "path µs", "file / fresh",
               "error mean %", "p95 %", "max %", "most MB", "most ms"},
              {}};
  std::vector<double> ratios, fresh;
  for (GridTableSpeed s : sets) {
    const double count = double(s.maps);
    ratios.push_back(s.ratio());
    fresh.push_back(s.fresh_ratio());
    const double most = quantile(s.errors, 1.0);
    table.add({s.name, grouped(count), grouped(double(s.queries)), tenths(s.astar_us / count),
               micro(s.cost_us / count), micro(s.path_us / count), both(s.ratio(), s.fresh_ratio()),
               fmt::format("{:.3f}", mean(s.errors)),
               fmt::format("{:.2f}", quantile(s.errors, 0.95)), fmt::format("{:.1f}", most),
               tenths(s.most_mb), whole(s.most_ms)});
  }
  table.add({"mean of the ratios", "", "", "", "", "", both(mean(ratios), mean(fresh)), "", "", "",
             "", ""});
  return table;
}

inline std::string table_speed_page(const TableSpeedStudy& study, const StudyHeader& header) {
  std::string page =
      "# Queries by tables\n\n"
      "Connect tables and labels over the gates against Detour (65,535 nodes) on navigation meshes "
      "and against our own A* on grids: the same queries, one run, one thread. *file*: the pairs "
      "given with the data, the best of several passes; *fresh*: random pairs with a way, each "
      "once (the opponent answers every n-th of them). Every cost was compared with A*. Memory is "
      "that of connect table, labels and the stored paths of level 1, all of one build.\n\n";
  page += header.markdown();
  page += "## Navigation meshes\n\n" + mesh_times(study.scenes).markdown() +
          "\nTimes and ratios are file / fresh.\n\n";
  page += mesh_sizes(study.scenes).markdown() + "\n### Goals within 50 m\n\n" +
          near_times(study.scenes).markdown();
  if (!study.presets.empty()) {
    page += "\n### About 100,000 polygons\n\n" + mesh_times(study.presets).markdown() + "\n" +
            mesh_sizes(study.presets).markdown();
  }
  page +=
      "\n## Grids\n\nPaths are handed out as they come from the tables; paths of fewer than 24 "
      "moves that could be shorter are searched again, which is part of the time. A set's "
      "ratio is that of the sums of its maps' mean times.\n\n" +
      grid_times(study.sets).markdown();
  page += "\n### Weighted terrain (blocks:1)\n\n" + grid_times(study.weighted).markdown();
  return page;
}

}  // namespace portolan::detail::bench
