#pragma once

#include <mutex>

namespace portolan::detail {

/// Held during every call of METIS: it seeds and draws from rand(), which is one for all threads.
inline std::mutex& metis_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace portolan::detail
