#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "terrain_study_measure.h"
#include "terrain_study_pictures.h"

/// Chapter 9's pictures: paths, and waves coloured by distance.
namespace portolan::detail::bench {

inline Colour distance_colour(double share) {
  return share < 0.5 ? mix_colours(Colour{24, 30, 60}, palette::kGreen, 2.0 * share)
                     : mix_colours(palette::kGreen, Colour{250, 225, 90}, 2.0 * share - 1.0);
}

/// Two rows, one a start: the cheapest costs, then those by the full structure, 10 and 5 layers,
/// all in the same colours. Needs small ground: paths to all triangles are looked for.
inline void draw_waves(const StudyGround& ground, const std::vector<Wave>& waves,
                       const MergeMode& mode, const std::filesystem::path& file) {
  const MergedHierarchy full = merge_ground(ground, mode);
  const MergedHierarchy ten = take(compress_layers(full, 10));
  const MergedHierarchy five = take(compress_layers(full, 5));
  MapSheet sheet(ground, 160, 4, 4 * static_cast<std::uint32_t>(waves.size()));
  for (const Wave& wave : waves) {
    const double farthest = 2.0 * *std::max_element(wave.costs.begin(), wave.costs.end());
    sheet.add([&](std::uint32_t t) { return distance_colour(wave.costs[t] / farthest); });
    for (const MergedHierarchy* h : {&full, &ten, &five}) {
      MergedQuery query(*h);
      MergedPath path;
      sheet.add([&](std::uint32_t t) {
        query.find(TriangleId{wave.start}, TriangleId{t}, path);
        return distance_colour(std::min(1.0, path.cost / farthest));
      });
    }
  }
  sheet.save(file);
}

/// A path by A*, by the full structure, by five layers and by the guide, over the ground.
inline void draw_paths(const StudyGround& ground, const TerrainSnapshot& snapshot,
                       const std::array<std::uint32_t, 2>& ends, const MergeMode& mode,
                       const std::filesystem::path& file) {
  const MergedHierarchy full = merge_ground(ground, mode);
  const MergedHierarchy five = take(compress_layers(full, 5));
  const GuideLayers guide = take(build_guide_layers(full));
  MapSheet sheet(ground, 200, 4, 4);
  const auto heights = height_colours(ground);
  sheet.add(heights);
  sheet.draw_path(shared_triangles(snapshot, ends[0], ends[1]), palette::kVermilion);
  for (const Method& method : {merged_method("full", full), merged_method("five", five),
                               guided_method("guided", full, guide)}) {
    MergedPath path;
    method.find(ends[0], ends[1], path);
    sheet.add(heights);
    sheet.draw_path(path.triangles, palette::kBlue);
  }
  sheet.save(file);
}

}  // namespace portolan::detail::bench
