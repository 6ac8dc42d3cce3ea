#pragma once

#include <utility>
#include <vector>

#include "portolan/core/ids.h"

namespace portolan::detail {

/// A vector with a value for each id of one kind, in their order: neither other ids nor plain
/// numbers are taken for an index.
template <class Id, class T>
class IdVector : public std::vector<T> {
  using Values = std::vector<T>;

 public:
  using Values::Values;
  IdVector() = default;
  IdVector(Values values) : Values(std::move(values)) {}

  typename Values::reference operator[](Id id) { return Values::operator[](index(id)); }
  typename Values::const_reference operator[](Id id) const { return Values::operator[](index(id)); }
};

}  // namespace portolan::detail
