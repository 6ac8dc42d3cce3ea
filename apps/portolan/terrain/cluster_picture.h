#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "terrain/loaded_terrain.h"
#include "terrain/partial_path.h"
#include "terrain/shown_clusters.h"

namespace portolan::detail::cli {

/// What the colours of a picture of clusters mean; their borders are drawn whichever.
enum class ClusterColour : std::uint8_t {
  clusters,    ///< One each, other than those beside it.
  neighbours,  ///< How many lie beside it.
  layers,      ///< How many layers there are in it.
  steepness,   ///< That of the ground, whatever the clusters.
};

/// Out of the words of --colour, which it names where there is none of that name.
ClusterColour parse_cluster_colour(const std::string& text);

/// Draws clusters of a structure. `colours`: by number, for ClusterColour::clusters.
void save_cluster_picture(const std::string& file, const LoadedTerrain& world,
                          const MergedHierarchy& h, const ShownClusters& shown,
                          ClusterColour colour, std::span<const std::uint8_t> colours,
                          const std::string& caption);

/// Draws a path after some expansions: its clusters in turn, and a line over the triangles that are
/// known.
void save_partial_path_picture(const std::string& file, const LoadedTerrain& world,
                               const MergedHierarchy& h, const PartialPath& path,
                               const std::string& caption);

}  // namespace portolan::detail::cli
