#include "world/solver_batch.h"

namespace portolan::detail::cli {

SolverBatch::SolverBatch(const QuerySet& queries, Algorithm algorithm)
    : queries_(queries), algorithm_(algorithm) {
  batch_.set_piece(algorithm == Algorithm::tables ? kLookUpsInPiece
                                                  : searches_in_piece(queries.size()));
  batch_.use_worker([&](Worker& worker) { worker.solver = queries.make_solver(algorithm); });
}

Result<Done> SolverBatch::answer(std::size_t most_nodes, const Execution& execution,
                                 BatchAnswers& answers) {
  answers.clear();
  answers.status.reset(queries_.size());
  answers.cost.reset(queries_.size());
  UnlessDone guard([&] { answers.clear(); });
  const auto done = batch_.run(
      queries_.size(), execution,
      [&](Worker& worker, std::size_t i, auto& writers) {
        if (!worker.solver) worker.solver = queries_.make_solver(algorithm_);
        worker.solver->answer(i);
        worker.nodes.clear();
        worker.solver->append_nodes(worker.nodes);
        Status status = worker.solver->status();
        answers.cost.data()[i] = status == Status::complete ? worker.solver->cost() : kInfinite;
        if (worker.nodes.size() > most_nodes) {
          worker.nodes.resize(most_nodes);
          status = Status::partial;
        }
        answers.status.data()[i] = status;
        std::get<0>(writers).write(worker.nodes);
      },
      answers.paths);
  guard.done = done.ok();
  return done;
}

}  // namespace portolan::detail::cli
