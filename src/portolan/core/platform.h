#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <version>

/// All that the library asks of compiler and system beyond C++20, each with plain C++ in its place
/// where it is missing: nothing else stands between Portolan and another compiler. Where
/// PORTOLAN_PORTABLE is defined the plain C++ is taken everywhere. Answers are the same either way.

/// Whether the compiler speaks GNU C++: attributes, vectors, 128-bit numbers. CUDA's says so but
/// does not know all of it.
#if defined(__GNUC__) && !defined(PORTOLAN_PORTABLE) && !defined(__CUDACC__)
#define PORTOLAN_GNU 1
#else
#define PORTOLAN_GNU 0
#endif

/// Whether the system is a Linux: huge pages, files without a name, /proc.
#if defined(__linux__) && !defined(PORTOLAN_PORTABLE)
#define PORTOLAN_LINUX 1
#else
#define PORTOLAN_LINUX 0
#endif

/// Where the compiler's own guess cost a measurable part of a search.
#if PORTOLAN_GNU
#define PORTOLAN_ALWAYS_INLINE __attribute__((always_inline))
#define PORTOLAN_NEVER_INLINE __attribute__((noinline))
#define PORTOLAN_FLATTEN __attribute__((flatten))  // inlines all that a function calls
#else
#define PORTOLAN_ALWAYS_INLINE
#define PORTOLAN_NEVER_INLINE
#define PORTOLAN_FLATTEN
#endif

/// On a function: compiled several times, for narrow and for wide vector instructions; which one is
/// called is decided when the program starts (so that the C library must know how). Not under
/// sanitizers, which are not ready by then: tests/CMakeLists.txt compiles these functions for each
/// kind of machine instead.
#if PORTOLAN_GNU && defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&                  \
    !defined(PORTOLAN_ONE_MACHINE)
#define PORTOLAN_BY_MACHINE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PORTOLAN_BY_MACHINE
#endif

/// As default arguments: the caller's file and line.
#if PORTOLAN_GNU
#define PORTOLAN_CALLERS_FILE __builtin_FILE()
#define PORTOLAN_CALLERS_LINE __builtin_LINE()
#elif defined(__cpp_lib_source_location)
#include <source_location>
#define PORTOLAN_CALLERS_FILE std::source_location::current().file_name()
#define PORTOLAN_CALLERS_LINE static_cast<int>(std::source_location::current().line())
#else
#define PORTOLAN_CALLERS_FILE "portolan"
#define PORTOLAN_CALLERS_LINE 0
#endif

#if !PORTOLAN_GNU
#include "portolan/core/plain_lanes.h"
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace portolan::detail {

/// a * b / 2^64, rounded down.
constexpr std::uint32_t multiply_high(std::uint64_t a, std::uint32_t b) {
#if PORTOLAN_GNU && defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint32_t>((static_cast<Wide>(a) * b) >> 64);
#else
  return static_cast<std::uint32_t>(((a >> 32) * b + ((a & 0xFFFF'FFFFu) * b >> 32)) >> 32);
#endif
}

/// N numbers that are computed with at once. Numbers, comparisons and operators are by lane, a
/// single number stands for all lanes; a comparison gives whole numbers of the same size, -1 where
/// it is true, else 0. Made and stored by memcpy. The functions below return through a reference
/// what some machines could not return in a register.
#if PORTOLAN_GNU
template <class T, unsigned N>
using Lanes __attribute__((vector_size(N * sizeof(T)))) = T;

/// a = a < b ? a : b
template <class V>
PORTOLAN_ALWAYS_INLINE inline void take_lesser(V& a, const V& b) {
  a = a < b ? a : b;
}
/// a = a > b ? a : b
template <class V>
PORTOLAN_ALWAYS_INLINE inline void take_greater(V& a, const V& b) {
  a = a > b ? a : b;
}
/// a = mask ? b : a
template <class Mask, class V>
PORTOLAN_ALWAYS_INLINE inline void take_where(const Mask& mask, V& a, const V& b) {
  a = mask ? b : a;
}
/// Lane i of `out` is lane From[i] of a, or, from N up, From[i] - N of b.
template <unsigned... From, class V>
PORTOLAN_ALWAYS_INLINE inline void shuffle(const V& a, const V& b, V& out) {
  out = __builtin_shufflevector(a, b, From...);
}
/// The same numbers in lanes of another size.
template <class From, class To>
PORTOLAN_ALWAYS_INLINE inline void convert_lanes(const From& from, To& to) {
  to = __builtin_convertvector(from, To);
}
#else
template <class T, unsigned N>
using Lanes = PlainLanes<T, N>;
#endif

/// A bit for each lane of a mask.
PORTOLAN_ALWAYS_INLINE inline std::uint32_t bits_of(const Lanes<std::int32_t, 4>& mask) {
#if PORTOLAN_GNU && defined(__SSE__)
  using Floats = Lanes<float, 4>;
  return static_cast<std::uint32_t>(__builtin_ia32_movmskps(reinterpret_cast<Floats>(mask)));
#else
  const Lanes<std::int32_t, 4> bit = mask & Lanes<std::int32_t, 4>{1, 2, 4, 8};
  return static_cast<std::uint32_t>(bit[0] | bit[1] | bit[2] | bit[3]);
#endif
}

/// Fetches memory that is read soon; any address will do.
inline void prefetch([[maybe_unused]] const void* at) {
#if PORTOLAN_GNU
  __builtin_prefetch(at);
#endif
}

/// Stores that go past the caches; ordinary ones where the machine has no other.
#if PORTOLAN_GNU && defined(__SSE2__) && defined(__x86_64__)
inline void store_past_caches(int* to, int value) { __builtin_ia32_movnti(to, value); }
inline void store_past_caches(long long* to, long long value) {
  __builtin_ia32_movnti64(to, value);
}
/// Of 16 bytes, on a boundary of as many.
inline void store_past_caches(void* to, const Lanes<std::uint32_t, 4>& value) {
  __m128i words;
  std::memcpy(&words, &value, sizeof words);
  _mm_stream_si128(static_cast<__m128i*>(to), words);
}
/// Before another thread is told that they are done.
inline void finish_past_caches() { __builtin_ia32_sfence(); }
#else
template <class To, class T>
void store_past_caches(To* to, const T& value) {
  std::memcpy(to, &value, sizeof value);
}
inline void finish_past_caches() {}
#endif

/// Wishes for huge pages under some memory, where the system has any to give.
void prefer_huge_pages(void* memory, std::size_t bytes);

/// Whether what is written to stderr is read as it comes, on a terminal; false where none can tell.
bool stderr_is_terminal();

}  // namespace portolan::detail
