#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

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
#if defined(__SSE2__) && defined(__x86_64__)
  if constexpr (sizeof(T) == sizeof(int)) {
    int word;
    std::memcpy(&word, &value, sizeof word);
    _mm_stream_si32(reinterpret_cast<int*>(to), word);
  } else {
    long long word;
    std::memcpy(&word, &value, sizeof word);
    _mm_stream_si64(reinterpret_cast<long long*>(to), word);
  }
#else
  *to = value;
#endif
}

/// Before another thread is told that the stores above are done.
inline void finish_streaming() {
#if defined(__SSE2__) && defined(__x86_64__)
  _mm_sfence();
#endif
}

}  // namespace portolan::detail
