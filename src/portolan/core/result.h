#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace portolan {

/// What went wrong, in words for a person: which file or argument, where in it, what to do.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none. Returned by everything that builds or loads.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : held_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value; asking a failed result for it is misuse.
  T& value() & {
    assert(ok());
    return *std::get_if<0>(&held_);
  }
  const T& value() const& {
    assert(ok());
    return *std::get_if<0>(&held_);
  }
  T&& value() && {
    assert(ok());
    return std::move(*std::get_if<0>(&held_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The reason; asking a successful result for it is misuse.
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, Error> held_;
};

/// For work that yields nothing but success.
struct Done {};

}  // namespace portolan
