#pragma once

/// Where the compiler's own guess cost a measurable part of a search.
#if defined(__GNUC__)
#define PORTOLAN_ALWAYS_INLINE __attribute__((always_inline))
#define PORTOLAN_NEVER_INLINE __attribute__((noinline))
#define PORTOLAN_FLATTEN __attribute__((flatten))  // inlines all that a function calls
#else
#define PORTOLAN_ALWAYS_INLINE
#define PORTOLAN_NEVER_INLINE
#define PORTOLAN_FLATTEN
#endif
