#pragma once

#include <cstddef>

#include "portolan/batch/node_batch.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// Answers all queries of a set at once by one of its algorithms, each by the same solver that
/// answers it alone, so that the answers are the same. A path with more than `most_nodes` is cut
/// there, and `partial`. Building what the solvers share, and one of them, is not part of it: make
/// a SolverBatch before the clock starts.
class SolverBatch {
 public:
  SolverBatch(const QuerySet& queries, Algorithm algorithm);

  /// Fails when cancelled, and when the threads leave work undone; there are no answers then.
  Result<Done> answer(std::size_t most_nodes, const Execution& execution, BatchAnswers& answers);

 private:
  struct Worker {
    std::unique_ptr<Solver> solver;
    std::vector<NodeId> nodes;
  };

  const QuerySet& queries_;
  Algorithm algorithm_;
  ListBatch<Worker, NodeId> batch_;
};

}  // namespace portolan::detail::cli
