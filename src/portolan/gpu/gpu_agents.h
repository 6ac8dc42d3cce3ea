#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "portolan/gpu/mesh_arrays.h"
#include "portolan/gpu/search_arrays.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What a GPU is and has.
struct GpuInfo {
  std::string name;
  std::uint64_t memory = 0;  ///< In bytes,
  std::uint64_t free = 0;    ///< and what nobody uses.
};
/// Fails where there is none, or the library was built without CUDA, and says which.
Result<GpuInfo> find_gpu();

/// How agents are answered.
enum class GpuAlgorithm : std::uint8_t {
  tables,        ///< Without any search.
  astar_thread,  ///< A* on level 0, a thread for each agent;
  astar_group,   ///< or several lanes that expand several nodes at once.
  hierarchy,     ///< A* over gates, and on level 0 in the cells of the ends, by several lanes.
};

struct GpuOptions {
  std::uint32_t lanes = 8;        ///< That work on one agent: 4, 8, 16 or 32.
  bool sort = true;               ///< Answer agents in the order of their cells.
  bool paths = true;              ///< Not only costs.
  std::uint32_t chunk = 1 << 18;  ///< Agents that are answered at once.
  GpuAlgorithm algorithm = GpuAlgorithm::tables;
  /// Of searches by several lanes: how much worse than the best open node another one may be that
  /// is expanded beside it, in quarters of a typical crossing.
  std::uint32_t window = 4;
};

/// How long the parts of a batch took on the GPU, in milliseconds.
struct GpuTimes {
  double sort = 0.0;
  double total = 0.0;
};

/// The answers of a batch, on the CPU.
struct GpuAnswers {
  std::vector<std::uint8_t> status;  ///< Status, by agent.
  std::vector<Cost> cost;
  std::vector<std::uint64_t> begin;  ///< Where an agent's polygons begin,
  std::vector<std::uint32_t> count;  ///< and how many they are.
  std::vector<std::uint32_t> polygons;
};

/// Agents on a mesh, answered on a GPU from its tables or by searches: arrays, agents and answers
/// stay there until they are asked for.
class GpuAgents {
 public:
  /// Copies the arrays. Fails without a GPU, and where they need more memory than is free.
  static Result<GpuAgents> make(const MeshArrays& arrays);
  GpuAgents(GpuAgents&&) noexcept;
  GpuAgents& operator=(GpuAgents&&) noexcept;
  ~GpuAgents();

  /// Before the first batch that is answered by searches.
  Result<Done> set_search(const SearchArrays& arrays);
  /// As many goals as starts.
  Result<Done> set_agents(std::span<const MeshPlace> starts, std::span<const MeshPlace> goals);
  /// Answers all agents; their polygons lie one behind the other.
  Result<GpuTimes> find_paths(const GpuOptions& options);
  Result<Done> read_answers(GpuAnswers& answers) const;
  std::uint64_t polygon_count() const;  ///< Of all paths.
  /// Agents that were answered a second time, with more room.
  std::uint64_t repeated() const;
  std::uint64_t expansions() const;  ///< Nodes that the searches of the last batch expanded.

 private:
  struct Inside;
  explicit GpuAgents(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan::detail
