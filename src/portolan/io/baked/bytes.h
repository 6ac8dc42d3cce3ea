#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "portolan/types.h"

/// Numbers, texts and arrays as the bytes of a baked file: little-endian, arrays on 8-byte
/// boundaries counted from the first byte.
namespace portolan::detail {

/// What can be stored as its bytes: numbers, enumerations, structs without padding.
template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && alignof(T) <= 8 &&
                     (std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                      std::has_unique_object_representations_v<T>);

/// A run of bytes, of which large parts may stay where they lie, as long as these live.
struct PiecedBytes {
  struct Borrowed {
    std::size_t at;  ///< How many of the own bytes come before it.
    std::span<const std::byte> bytes;
  };
  std::vector<std::byte> own;
  std::vector<Borrowed> borrowed;  ///< In the order in which they come.

  std::size_t size() const;
  std::vector<std::span<const std::byte>> pieces() const;
};

/// Appends values to a run of bytes.
class ByteWriter {
 public:
  void u8(std::uint8_t value) { put(&value, sizeof value); }
  void u32(std::uint32_t value) { put(&value, sizeof value); }
  void u64(std::uint64_t value) { put(&value, sizeof value); }
  void f64(double value) { put(&value, sizeof value); }

  /// Its length and its letters.
  void string(std::string_view text) {
    u64(text.size());
    put(text.data(), text.size());
  }

  /// Its length and its elements, the first on an 8-byte boundary.
  template <std::ranges::contiguous_range Range>
  requires PlainValue<std::ranges::range_value_t<Range>>
  void array(const Range& values) {
    begin_array(std::ranges::size(values));
    put(std::ranges::data(values),
        std::ranges::size(values) * sizeof(std::ranges::range_value_t<Range>));
  }
  /// The same without a copy: the elements are to live as long as what is taken.
  template <std::ranges::contiguous_range Range>
  requires PlainValue<std::ranges::range_value_t<Range>>
  void borrow_array(const Range& values) {
    begin_array(std::ranges::size(values));
    borrow(std::as_bytes(std::span(values)));
  }
  /// An array of so many elements, which are then appended as bytes.
  void begin_array(std::uint64_t count);
  void borrow(std::span<const std::byte> bytes);

  std::size_t size() const { return written_.own.size() + borrowed_; }
  /// What was written where nothing was borrowed.
  const std::vector<std::byte>& bytes() const {
    assert(borrowed_ == 0);
    return written_.own;
  }
  std::vector<std::byte> take() {
    assert(borrowed_ == 0);
    return take_pieces().own;
  }
  PiecedBytes take_pieces() {
    borrowed_ = 0;
    return std::exchange(written_, {});
  }

 private:
  void put(const void* data, std::size_t size);

  static_assert(std::endian::native == std::endian::little, "baked files are little-endian");
  PiecedBytes written_;
  std::size_t borrowed_ = 0;
};

/// Reads back what a ByteWriter wrote, from untrusted bytes. The first read beyond
/// the end fails the reader: from then on every read gives 0 or nothing, and `finish` tells.
/// So a caller reads all fields, asks `ok` before using one as a size, and `finish` at the end.
/// No read asks for more memory than the bytes that are left can fill. Does not own the bytes.
class ByteReader {
 public:
  /// `name` stands for the bytes in messages.
  ByteReader(std::span<const std::byte> bytes, std::string name)
      : bytes_(bytes), name_(std::move(name)) {}

  std::uint8_t u8() { return value<std::uint8_t>(); }
  std::uint32_t u32() { return value<std::uint32_t>(); }
  std::uint64_t u64() { return value<std::uint64_t>(); }
  double f64() { return value<double>(); }
  std::string string();

  /// A copy of an array. Enumerations and structs come as they lie there: check their values.
  template <PlainValue T>
  std::vector<T> array() {
    const std::span<const std::byte> bytes = array_bytes(sizeof(T));
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

  /// The array in place, valid as long as the bytes; they must begin on an 8-byte boundary.
  template <PlainValue T>
  std::span<const T> view() {
    const std::span<const std::byte> bytes = array_bytes(sizeof(T));
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) != 0) {
      fail("an array does not lie on an 8-byte boundary");
      return {};
    }
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

  bool ok() const { return problem_.empty(); }
  std::size_t remaining() const { return bytes_.size() - at_; }

  /// Fails the reader for a reason that the caller found; the first reason stays.
  void fail(std::string_view problem);

  /// Success if every read was within the bytes and none are left over.
  Result<Done> finish();

 private:
  /// The next `size` bytes; none, and a failed reader, where there are fewer.
  std::span<const std::byte> take(std::uint64_t size);
  std::span<const std::byte> array_bytes(std::size_t element_size);

  template <class T>
  T value() {
    T result{};
    const std::span<const std::byte> bytes = take(sizeof(T));
    if (!bytes.empty()) std::memcpy(&result, bytes.data(), sizeof(T));
    return result;
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  std::string name_;
  std::string problem_;
};

}  // namespace portolan::detail
