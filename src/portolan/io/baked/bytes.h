#pragma once

#include <bit>
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
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    u64(std::ranges::size(values));
    put(std::ranges::data(values),
        std::ranges::size(values) * sizeof(std::ranges::range_value_t<Range>));
  }

  const std::vector<std::byte>& bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::exchange(bytes_, {}); }

 private:
  void put(const void* data, std::size_t size);

  static_assert(std::endian::native == std::endian::little, "baked files are little-endian");
  std::vector<std::byte> bytes_;
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
