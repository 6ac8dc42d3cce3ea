#pragma once

#include <memory>
#include <mutex>

#include "view/crowd.h"
#include "view/http.h"

namespace portolan::detail::cli {

/// The one crowd of a viewer, behind its routes. Any number of threads may ask; one is answered
/// after the other.
class CrowdView {
 public:
  /// Puts agents on a world in place of those there were, as the body says.
  Response start(const Request& request, std::shared_ptr<const ViewedWorld> world);
  /// Goes on, and tells where agents are.
  Response advance(const Request& request);
  Response density(const Request& request);
  /// What agents there are.
  Response describe(const Request& request);
  /// Takes the world after a change.
  void adopt(const std::shared_ptr<const ViewedWorld>& world, const Box& changed);
  /// Takes the same world with tables.
  void adopt_tables(const std::shared_ptr<const ViewedWorld>& world);

 private:
  Crowd& crowd();

  std::mutex mutex_;
  std::unique_ptr<Crowd> crowd_;
};

}  // namespace portolan::detail::cli
