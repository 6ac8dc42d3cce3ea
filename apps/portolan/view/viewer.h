#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include "view/crowd_view.h"
#include "view/measure_job.h"
#include "view/router.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// A world to look at, which edits change. Any number of threads may ask; each works on the world
/// as it was when it began.
class Viewer {
 public:
  /// `name` is the file's.
  Viewer(std::string name, std::shared_ptr<const ViewedWorld> world);

  /// Adds everything below /api; the viewer must outlive the router.
  void add_routes(Router& router);

 private:
  /// A world at one moment.
  struct State {
    std::uint64_t revision = 1;
    std::shared_ptr<const ViewedWorld> world;
  };
  State state() const;
  /// "ready", "building" or "none".
  const char* table_state(const ViewedWorld& world) const;
  /// What an undo goes back to.
  struct Before {
    std::shared_ptr<const ViewedWorld> world;
    Box changed;
  };

  Response answer_world(const Request& request) const;
  Response answer_geometry(const Request& request) const;
  Response answer_cells(const Request& request) const;
  Response answer_gates(const Request& request) const;
  Response answer_cell(const Request& request) const;
  Response answer_at(const Request& request) const;
  Response answer_path(const Request& request) const;
  Response answer_trace(const Request& request) const;
  Response answer_wave(const Request& request) const;
  Response answer_merged(const Request& request) const;
  void add_merged_routes(Router& router);
  Response answer_edit(const Request& request);
  Response answer_undo(const Request& request);
  /// Makes a world the present one, and tells what changed.
  Json publish(std::shared_ptr<const ViewedWorld> world, const ViewedWorld& before,
               const Box& changed);
  /// Makes new tables for a changed world, in its own thread, until it is asked to stop.
  void build_tables(const std::stop_token& stop);

  const std::string name_;
  std::pair<Vec3, Vec3> first_ends_;  // shown when the page opens
  CrowdView crowd_;
  MeasureJob measure_;
  std::mutex editing_;  // one change at a time; guards the undo list
  std::deque<Before> undo_;
  mutable std::mutex mutex_;  // guards what follows
  State state_;
  std::condition_variable_any changed_;
  bool tables_wanted_;          // whether the world had tables at first
  std::jthread table_builder_;  // the last member: it uses the others
};

/// The world as the page sees it.
std::shared_ptr<const ViewedWorld> make_viewed_world(std::unique_ptr<World> world);

}  // namespace portolan::detail::cli
