#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

/// Counts what a test allocates. Include in one source of a test program: every allocation of the
/// program goes through the functions here.
namespace portolan::detail::test {

static thread_local bool counting = false;
static thread_local std::size_t allocations = 0;

template <class F>
std::size_t count_allocations(F&& work) {
  allocations = 0;
  counting = true;
  work();
  counting = false;
  return allocations;
}

}  // namespace portolan::detail::test

[[gnu::noinline]] void* operator new(std::size_t size) {
  if (portolan::detail::test::counting) ++portolan::detail::test::allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (portolan::detail::test::counting) ++portolan::detail::test::allocations;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
