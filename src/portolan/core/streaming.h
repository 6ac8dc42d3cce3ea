#pragma once

#include <cstring>
#include <type_traits>

#include "portolan/core/platform.h"

/// Stores that go past the caches: for answers that are written once, and are so many that they
/// would be out of the caches again before anybody reads them.
namespace portolan::detail {

template <class T>
inline constexpr bool kStreams = std::is_trivially_copyable_v<T> &&
                                 (sizeof(T) == sizeof(int) || sizeof(T) == sizeof(long long));

/// An ordinary store where the machine has no other.
template <class T>
inline void store_streaming(T* to, const T& value) {
  static_assert(kStreams<T>);
  using Word = std::conditional_t<sizeof(T) == sizeof(int), int, long long>;
  Word word;
  std::memcpy(&word, &value, sizeof word);
  store_past_caches(reinterpret_cast<Word*>(to), word);
}

/// Before another thread is told that the stores above are done.
inline void finish_streaming() { finish_past_caches(); }

}  // namespace portolan::detail
