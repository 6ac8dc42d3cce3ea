#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mesh_scene.h"
#include "setting.h"

/// The main measurement of the HNA* paper (Pelechano, Fuentes 2016): time and effort by step for
/// levels 1 to 3 and every merge.
namespace portolan::detail::bench {

inline constexpr unsigned kStudyLevels = 3;
inline constexpr unsigned kSearches = kStudyLevels + 1;  // kAutoLevel, then the levels

/// How the paper cuts: METIS, one μ for all levels.
inline NavMeshBuildOptions study_options(std::uint32_t merge, unsigned levels = kStudyLevels,
                                         MergeMethod method = MergeMethod::metis,
                                         MergeWeights weights = MergeWeights::uniform) {
  NavMeshBuildOptions options;
  options.cells.merge = {merge};
  options.cells.levels = levels;
  options.cells.method = method;
  options.cells.weights = weights;
  return options;
}

/// By step: of one query, or the mean of many.
struct Steps {
  double connect = 0.0;
  double search = 0.0;
  double extract = 0.0;
  double total() const { return connect + search + extract; }
};

/// A search at one level of one hierarchy.
struct SearchStudy {
  Steps us;                      ///< Mean times.
  Steps expansions;              ///< Mean effort, exact.
  std::vector<double> query_us;  ///< Complete path, by query.
  std::vector<double> query_expansions;
};

struct MergeStudy {
  std::uint32_t merge = 0;
  unsigned levels = 0;  ///< That there are; a higher one asked for is lowered.
  double partition_ms = 0.0;
  double customize_ms = 0.0;
  std::vector<std::uint64_t> cells;             ///< By level, from 1.
  std::vector<double> gates;                    ///< Mean number of gates per cell, by level.
  std::vector<double> most_gates;               ///< The most of any cell.
  std::uint64_t cut = 0;                        ///< Edges between cells of level 1.
  double astar_us = 0.0;                        ///< Level-0 A* in the same rounds.
  std::array<SearchStudy, kSearches> searches;  ///< By level; kAutoLevel first.

  double ratio(unsigned level) const { return astar_us / searches[level].us.total(); }
};

struct SceneStudy {
  std::string name;
  std::uint32_t polygons = 0;
  std::uint32_t portals = 0;
  std::uint32_t unconnected = 0;
  std::size_t queries = 0;
  double astar_expansions = 0.0;
  std::vector<double> lengths;  ///< By query: the cheapest path, in metres.
  std::uint64_t compared = 0;   ///< Costs compared with level-0 A* by ==.
  std::vector<MergeStudy> merges;

  const MergeStudy& of(std::uint32_t merge) const {
    return *std::find_if(merges.begin(), merges.end(),
                         [&](const MergeStudy& m) { return m.merge == merge; });
  }
  /// The merge with the best ratio at a level.
  const MergeStudy& best(unsigned level) const {
    return *std::max_element(merges.begin(), merges.end(), [&](const auto& a, const auto& b) {
      return a.ratio(level) < b.ratio(level);
    });
  }
};

/// Which polygons belong to the largest part of the mesh that hangs together.
inline std::vector<bool> find_main_part(const PolygonMesh& mesh) {
  const Parts parts = find_components(make_atom_graph(mesh));
  IdVector<AtomPartId, std::uint32_t> sizes(parts.count);
  for (const AtomPartId part : parts.of) ++sizes[part];
  const AtomPartId largest{
      static_cast<std::uint32_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin())};
  std::vector<bool> in_main(parts.of.size());
  std::transform(parts.of.begin(), parts.of.end(), in_main.begin(),
                 [&](AtomPartId part) { return part == largest; });
  return in_main;
}

/// Sizes of a hierarchy; cells and gates are those of the main part, since the paper leaves out
/// what cannot be reached.
inline MergeStudy describe(const NavMeshSnapshot& snapshot, std::uint32_t merge) {
  MergeStudy study;
  study.merge = merge;
  study.levels = snapshot.hierarchy().levels();
  study.partition_ms = snapshot.partition_ms();
  study.customize_ms = snapshot.customize_ms();
  const Partition& partition = snapshot.hierarchy().partition();
  const MeshLayout& layout = snapshot.world().layout();
  const std::vector<bool> in_main = find_main_part(snapshot.mesh().polygons());
  for (unsigned level = 1; level <= study.levels; ++level) {
    std::vector<bool> counted(partition.handle_count());
    double cells = 0.0, sum = 0.0, most = 0.0;
    for (std::uint32_t p = 0; p < in_main.size(); ++p) {
      const CellHandle cell = partition.ancestor(layout.cell(PolygonId{p}), level);
      if (!in_main[p] || counted[cell]) continue;
      counted[cell] = true;
      const double gates = snapshot.hierarchy().cell(cell).gate_count();
      ++cells;
      sum += gates;
      most = std::max(most, gates);
    }
    study.cells.push_back(static_cast<std::uint64_t>(cells));
    study.gates.push_back(sum / cells);
    study.most_gates.push_back(most);
  }
  for (const Portal& portal : snapshot.mesh().polygons().portals) {
    const auto& [one, other] = portal.polygons;
    study.cut += layout.cell(PolygonId{one}) != layout.cell(PolygonId{other}) ? 1 : 0;
  }
  return study;
}

/// Runs the queries of one scene on one hierarchy.
class HierarchyMeasurement {
 public:
  HierarchyMeasurement(const NavMeshSnapshot& snapshot, const std::vector<PlacePair>& pairs)
      : snapshot_(snapshot), pairs_(pairs) {}

  /// Exact effort by step, and every cost compared with that of A* on level 0.
  void count(MergeStudy& study, SceneStudy& scene) {
    QueryCounts counts;
    NavMeshQuery query;
    query.count_into(&counts);
    NavMeshPath path;
    std::vector<double> lengths;
    std::vector<Cost> optimal;
    for (const PlacePair& pair : pairs_) {
      query.find_path_astar(snapshot_, pair.start, pair.goal, polygons_only(), path);
      lengths.push_back(snapshot_.metres(path.cost));
      optimal.push_back(path.cost);
    }
    const auto n = static_cast<double>(pairs_.size());
    scene.lengths = std::move(lengths);
    scene.astar_expansions = double(counts.main.expansions) / n;
    for (unsigned level = 0; level < kSearches; ++level) {
      SearchStudy& search = study.searches[level];
      QueryCounts sum;
      for (std::size_t q = 0; q < pairs_.size(); ++q) {
        counts = {};
        query.find_path(snapshot_, pairs_[q].start, pairs_[q].goal, polygons_only(level), path);
        require(path.cost == optimal[q], scene.name + ": a cost is not that of A* on level 0");
        ++scene.compared;
        search.query_expansions.push_back(
            double(counts.connect.expansions + counts.main.expansions + counts.refine.expansions));
        sum.connect += counts.connect;
        sum.main += counts.main;
        sum.refine += counts.refine;
      }
      search.expansions = {double(sum.connect.expansions) / n, double(sum.main.expansions) / n,
                           double(sum.refine.expansions) / n};
    }
  }

  /// Times by step. A query that may expand nothing ends once start and goal are connected; one
  /// for the cost alone ends after the search; so differences give the steps.
  void time(MergeStudy& study, unsigned rounds) {
    using Method = std::function<void(const PlacePair&)>;
    constexpr std::size_t kParts = 3;
    std::vector<NavMeshQuery> queries(1 + kParts * kSearches);
    NavMeshPath path;
    Cost cost;
    std::vector<Method> methods{[&](const PlacePair& p) {
      queries[0].find_path_astar(snapshot_, p.start, p.goal, polygons_only(), path);
    }};
    for (unsigned level = 0; level < kSearches; ++level) {
      NavMeshQuery* own = &queries[1 + kParts * level];
      NavMeshQueryOptions connect = polygons_only(level);
      connect.search.max_expansions = 0;
      methods.push_back([&, own, connect](const PlacePair& p) {
        own[0].find_cost(snapshot_, p.start, p.goal, connect, cost);
      });
      methods.push_back([&, own, level](const PlacePair& p) {
        own[1].find_cost(snapshot_, p.start, p.goal, polygons_only(level), cost);
      });
      methods.push_back([&, own, level](const PlacePair& p) {
        own[2].find_path(snapshot_, p.start, p.goal, polygons_only(level), path);
      });
    }
    auto times = time_in_rounds(pairs_, rounds, methods);
    study.astar_us = mean(times[0]);
    for (unsigned level = 0; level < kSearches; ++level) {
      const std::vector<double>* own = &times[1 + kParts * level];
      const double connect = mean(own[0]);
      const double costs = std::max(connect, mean(own[1]));
      const double whole = std::max(costs, mean(own[2]));
      study.searches[level].us = {connect, costs - connect, whole - costs};
      study.searches[level].query_us = own[2];
    }
  }

 private:
  const NavMeshSnapshot& snapshot_;
  const std::vector<PlacePair>& pairs_;
};

/// The pairs with a path between them.
inline void keep_reachable(MeshScene& scene) {
  const NavMeshSnapshot snapshot =
      take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(20, 1)));
  NavMeshQuery query;
  std::erase_if(scene.pairs, [&](const PlacePair& pair) {
    Cost cost;
    return query.find_cost(snapshot, pair.start, pair.goal, polygons_only(), cost) !=
           Status::complete;
  });
}

inline SceneStudy study_scene(const MeshScene& scene, unsigned rounds) {
  SceneStudy study;
  study.name = scene.name;
  study.polygons = scene.mesh.polygon_count();
  study.portals = static_cast<std::uint32_t>(scene.mesh.polygons().portals.size());
  study.unconnected = count_unconnected(scene.mesh.polygons());
  study.queries = scene.pairs.size();
  for (const std::uint32_t merge : kPaperMerges) {
    const NavMeshSnapshot snapshot =
        take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(merge)));
    MergeStudy m = describe(snapshot, merge);
    HierarchyMeasurement measurement(snapshot, scene.pairs);
    measurement.count(m, study);
    measurement.time(m, rounds);
    study.merges.push_back(std::move(m));
  }
  fmt::print(stderr, "{}: best {:.1f} times A*\n", study.name, study.best(1).ratio(1));
  return study;
}

}  // namespace portolan::detail::bench
