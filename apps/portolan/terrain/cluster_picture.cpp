#include "terrain/cluster_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "arguments/argument_parsing.h"
#include "portolan/terrain/terrain_picture.h"
#include "report/table.h"
#include "terrain/steepness.h"

namespace portolan::detail::cli {
namespace {

constexpr std::array<std::pair<std::string_view, ClusterColour>, 4> kColours{{
    {"clusters", ClusterColour::clusters},
    {"neighbours", ClusterColour::neighbours},
    {"layers", ClusterColour::layers},
    {"steepness", ClusterColour::steepness},
}};
constexpr double kShading = 0.6;
constexpr Colour kOffPath{222, 218, 208};

/// A number for each cluster, shown on a scale up to the largest; counts by their logarithm.
struct Scale {
  std::vector<double> share;  ///< By number.
  double most = 0.0;
  const char* title = "";
};

Scale make_scale(const std::vector<std::uint32_t>& counts, const char* title) {
  Scale scale;
  scale.title = title;
  for (const std::uint32_t count : counts) scale.most = std::max<double>(scale.most, count);
  for (const std::uint32_t count : counts)
    scale.share.push_back(std::log1p(count) / std::log1p(std::max(scale.most, 1.0)));
  return scale;
}

void draw_scale(std::vector<LegendEntry>& legend, const std::string& title, const std::string& low,
                const std::string& high) {
  legend.push_back({distance_colour(0.0), fmt::format("{}: {}", title, low)});
  legend.push_back({distance_colour(0.5), ""});
  legend.push_back({distance_colour(1.0), high});
}

}  // namespace

ClusterColour parse_cluster_colour(const std::string& text) {
  std::vector<std::string_view> words;
  for (const auto& [word, colour] : kColours) words.push_back(word);
  check_word("--colour", text, words);
  const auto named = std::find_if(kColours.begin(), kColours.end(),
                                  [&](const auto& entry) { return entry.first == text; });
  return named->second;
}

void save_cluster_picture(const std::string& file, const LoadedTerrain& world,
                          const MergedHierarchy& h, const ShownClusters& shown,
                          ClusterColour colour, std::span<const std::uint8_t> colours,
                          const std::string& caption) {
  const TriangleMesh& mesh = world.snapshot().mesh();
  TerrainPicture picture(mesh, world.locator());
  std::vector<LegendEntry> legend{{palette::kPaper, caption, 0, true}};
  const auto by_scale = [&](const Scale& scale) {
    picture.draw_ground(
        [&](TriangleId t) { return distance_colour(scale.share[shown.number_of[t]]); }, kShading);
    draw_scale(legend, scale.title, "0", fmt::format("{:.0f}", scale.most));
  };
  if (colour == ClusterColour::clusters) {
    picture.draw_ground([&](TriangleId t) { return kRegionColours[colours[shown.number_of[t]]]; },
                        kShading);
  } else if (colour == ClusterColour::neighbours) {
    by_scale(make_scale(shown.neighbours(), "neighbours"));
  } else if (colour == ClusterColour::layers) {
    const auto below = count_layers_below(h);
    std::vector<std::uint32_t> layers;
    for (const ClusterId cluster : shown.clusters) layers.push_back(below[cluster]);
    by_scale(make_scale(layers, "layers in a cluster"));
  } else {
    picture.draw_ground(
        [&](TriangleId t) { return distance_colour(std::sqrt(double{steepness_of(mesh, t)})); },
        0.0);
    draw_scale(legend, "steepness", "level", "a wall");
  }
  picture.draw_borders([&](TriangleId t) { return shown.number_of[t]; }, palette::kInk, 0.5);
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

void save_partial_path_picture(const std::string& file, const LoadedTerrain& world,
                               const MergedHierarchy& h, const PartialPath& path,
                               const std::string& caption) {
  const TriangleMesh& mesh = world.snapshot().mesh();
  constexpr std::uint32_t kNowhere = 0xFFFF'FFFFu;
  IdVector<TriangleId, std::uint32_t> place(mesh.triangle_count(), kNowhere);
  std::vector<std::uint32_t> known;
  for (std::uint32_t i = 0; i < path.clusters.size(); ++i) {
    for (const TriangleId t : list_triangles(h, path.clusters[i])) place[t] = i;
    if (known.size() == i && h.is_low(path.clusters[i])) known.push_back(index(path.clusters[i]));
  }
  TerrainPicture picture(mesh, world.locator());
  picture.draw_ground(
      [&](TriangleId t) {
        return place[t] == kNowhere ? kOffPath : kRegionColours[place[t] % kRegionColours.size()];
      },
      kShading);
  picture.draw_borders([&](TriangleId t) { return place[t]; }, palette::kInk, 0.5);
  if (!known.empty()) picture.draw_path(known, palette::kBlack, 1.5);
  const LegendEntry entry{palette::kBlack, caption};
  picture.draw_legend({&entry, 1});
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
