#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
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

/// Stores all items from `to` on, as many at once as the machine does.
template <class T>
inline void copy_streaming(std::span<const T> items, T* to) {
  using Several = Lanes<std::uint32_t, 4>;
  constexpr std::size_t kAtOnce = sizeof(Several) / sizeof(T);
  const T* from = items.data();
  const T* const end = from + items.size();
  while (from != end && reinterpret_cast<std::uintptr_t>(to) % sizeof(Several) != 0)
    store_streaming(to++, *from++);
  for (; static_cast<std::size_t>(end - from) >= kAtOnce; from += kAtOnce, to += kAtOnce) {
    Several several;
    std::memcpy(&several, from, sizeof several);
    store_past_caches(static_cast<void*>(to), several);
  }
  while (from != end) store_streaming(to++, *from++);
}

/// Before another thread is told that the stores above are done.
inline void finish_streaming() { finish_past_caches(); }

}  // namespace portolan::detail
