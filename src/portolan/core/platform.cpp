#include "portolan/core/platform.h"

#if PORTOLAN_LINUX
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace portolan::detail {

#if PORTOLAN_LINUX

void prefer_huge_pages(void* memory, std::size_t bytes) {
  ::madvise(memory, bytes, MADV_HUGEPAGE);  // a wish, no need
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

#else

void prefer_huge_pages(void* /*memory*/, std::size_t /*bytes*/) {}

bool stderr_is_terminal() { return false; }

#endif

}  // namespace portolan::detail
