#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "portolan/core/platform.h"

/// Memory for large tables. A query reads a little here and there in them, and on small pages most
/// of these reads begin with a search for the page. So whole huge pages of them are asked for,
/// where the system has any to give; what is left over lies on small ones.
namespace portolan::detail {

inline constexpr std::size_t kHugePage = std::size_t{1} << 21;
inline constexpr std::size_t kTableAlignment = 64;

/// On a boundary of kTableAlignment; null when there is not enough.
inline void* allocate_table(std::size_t bytes) {
  const std::align_val_t boundary{bytes < kHugePage ? kTableAlignment : kHugePage};
  void* const memory = ::operator new(bytes > 0 ? bytes : 1, boundary, std::nothrow);
  if (memory != nullptr && bytes >= kHugePage)
    prefer_huge_pages(memory, bytes / kHugePage * kHugePage);
  return memory;
}
/// `bytes` as it was allocated.
inline void free_table(void* memory, std::size_t bytes) {
  ::operator delete (memory, std::align_val_t{bytes < kHugePage ? kTableAlignment : kHugePage});
}

template <class T>
struct TableAllocator {
  using value_type = T;

  TableAllocator() = default;
  template <class U>
  TableAllocator(const TableAllocator<U>&) {}  // NOLINT: allocators convert

  T* allocate(std::size_t count) {
    void* const memory =
        count > ~std::size_t{0} / sizeof(T) ? nullptr : allocate_table(count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) { free_table(memory, count * sizeof(T)); }
  friend bool operator==(const TableAllocator&, const TableAllocator&) = default;
};

template <class T>
using PageVector = std::vector<T, TableAllocator<T>>;

}  // namespace portolan::detail
