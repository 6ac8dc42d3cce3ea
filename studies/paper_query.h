#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/query/query.h"
#include "portolan/types.h"
#include "studies/paper_connect.h"
#include "studies/paper_model.h"

namespace portolan::detail {

/// How start and goal find the gates of their cells under the paper's model.
enum class PaperConnect : std::uint8_t {
  dijkstra,  ///< One search reaches them all.
  astar,     ///< One A* for each, as in HNA*; shared out among threads where there are.
  table,     ///< Looked up for the centres of their polygons: PCCP.
};

struct PaperOptions {
  unsigned level = 1;  ///< [1, levels]; lowered while both ends lie in one cell, to A* at last.
  PaperConnect connect = PaperConnect::dijkstra;
  std::span<const PaperConnectTable> tables{};  ///< By level, from 1; dijkstra where there is none.
  const ParallelFor* parallel = nullptr;        ///< For astar; without one, one thread.
  unsigned threads = 1;                         ///< That `parallel` has.
};

/// Answers queries under the paper's model; make one for each thread.
class PaperQuery {
 public:
  void count_into(QueryCounts* counts) { counts_ = counts; }

  /// A* on level 0.
  Status find_path_astar(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                         NavMeshPath& path);
  /// HNA*. With a table the cost is that between the centres of the polygons of the ends.
  Status find_path(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                   const PaperOptions& options, NavMeshPath& path);

  /// The steps that find_path consists of, in this order, for those who measure them. `connect`
  /// says complete unless an end cannot be stood on; the model must live until the last step.
  Status connect(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                 const PaperOptions& options);
  Cost search();
  void extract(NavMeshPath& path);

 private:
  /// One end joined to the gates of its cell.
  struct End {
    MeshPlace place;  // its exact one
    MeshPlace taken;  // what stands for it: with a table the centre of its polygon
    CellHandle cell = kNoHandle;
    bool backward = false;
    ClosestPointSearch search;               // of dijkstra
    std::vector<Cost> costs;                 // by gate
    std::vector<std::vector<NodeId>> paths;  // of astar, by gate
  };

  void reach_by_table(End& end, const PaperConnectTable& table);
  void reach_by_dijkstra(End& end);
  void reach_by_astar(const PaperOptions& options);
  void append_path(const End& end, NodeId gate, std::vector<NodeId>& nodes) const;

  const PaperModel* model_ = nullptr;
  unsigned level_ = 0;
  PaperConnect method_ = PaperConnect::dijkstra;
  const PaperConnectTable* table_ = nullptr;
  End ends_[2];
  ClosestPointSearch astar_;                  // of level 0
  std::vector<ClosestPointSearch> searches_;  // one a thread
  std::vector<SearchCounts> thread_counts_;
  Labels main_;
  OpenList open_;
  Hops hops_;
  std::vector<NodeId> last_path_;  // from a gate to the goal
  TraceScratch scratch_;
  QueryCounts* counts_ = nullptr;
};

}  // namespace portolan::detail
