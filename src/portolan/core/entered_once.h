#pragma once

#include <atomic>
#include <cassert>

#include "portolan/core/platform.h"

namespace portolan::detail {

/// Asserts that scratch is used by one caller at a time: not by two threads at once, and not by a
/// job that a thread took up while it waited inside the same query. Where asserts are off it does
/// nothing, but is as large, so that programs and libraries with and without may be mixed.
class EnteredOnce {
 public:
  EnteredOnce() = default;
  EnteredOnce(const EnteredOnce&) {}  // a copy is scratch of its own
  EnteredOnce& operator=(const EnteredOnce&) { return *this; }

  /// Holds it while in scope.
  class Scope {
   public:
    PORTOLAN_ALWAYS_INLINE explicit Scope(EnteredOnce& entered) : in_use_(entered.in_use_) {
#ifndef NDEBUG
      const bool twice = in_use_.exchange(true);
      assert(!twice && "a query was entered while in use: make one for each thread");
#endif
    }
    PORTOLAN_ALWAYS_INLINE ~Scope() {
#ifndef NDEBUG
      in_use_ = false;
#endif
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    [[maybe_unused]] std::atomic<bool>& in_use_;
  };

 private:
  std::atomic<bool> in_use_ = false;
};

}  // namespace portolan::detail
