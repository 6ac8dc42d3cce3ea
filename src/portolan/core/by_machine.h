#pragma once

/// On a function: compiled several times, for narrow and for wide vector instructions; which one is
/// called is decided when the program starts. Not under sanitizers, which are not ready by then.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PORTOLAN_BY_MACHINE __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PORTOLAN_BY_MACHINE
#endif
