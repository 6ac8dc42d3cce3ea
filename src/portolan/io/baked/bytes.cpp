#include "portolan/io/baked/bytes.h"

namespace portolan::detail {

void ByteWriter::put(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  bytes_.insert(bytes_.end(), first, first + size);
}

void ByteReader::fail(std::string_view problem) {
  if (ok()) problem_ = name_ + ": at byte " + std::to_string(at_) + ": " + std::string(problem);
  at_ = bytes_.size();
}

std::span<const std::byte> ByteReader::take(std::uint64_t size) {
  if (size > remaining()) {
    fail(std::to_string(size) + " bytes are needed, " + std::to_string(remaining()) + " are left");
    return {};
  }
  const auto taken = bytes_.subspan(at_, static_cast<std::size_t>(size));
  at_ += taken.size();
  return taken;
}

std::span<const std::byte> ByteReader::array_bytes(std::size_t element_size) {
  take((8 - at_ % 8) % 8);
  const std::uint64_t count = u64();
  if (count > remaining() / element_size) {
    fail("an array of " + std::to_string(count) + " elements of " + std::to_string(element_size) +
         " bytes is announced, " + std::to_string(remaining()) + " bytes are left");
    return {};
  }
  return take(count * element_size);
}

std::string ByteReader::string() {
  const std::span<const std::byte> bytes = take(u64());
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<Done> ByteReader::finish() {
  if (remaining() != 0) fail(std::to_string(remaining()) + " bytes are left over");
  if (!ok()) return Error{problem_};
  return Done{};
}

}  // namespace portolan::detail
