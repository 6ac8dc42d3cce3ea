#include "portolan/io/baked/bytes.h"

namespace portolan::detail {

std::size_t PiecedBytes::size() const {
  std::size_t size = own.size();
  for (const Borrowed& part : borrowed) size += part.bytes.size();
  return size;
}

std::vector<std::span<const std::byte>> PiecedBytes::pieces() const {
  std::vector<std::span<const std::byte>> pieces;
  std::span<const std::byte> left = own;
  for (const Borrowed& part : borrowed) {
    const std::size_t before = part.at - (own.size() - left.size());
    pieces.push_back(left.first(before));
    pieces.push_back(part.bytes);
    left = left.subspan(before);
  }
  pieces.push_back(left);
  return pieces;
}

void ByteWriter::put(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(data);
  written_.own.insert(written_.own.end(), first, first + size);
}

void ByteWriter::begin_array(std::uint64_t count) {
  written_.own.resize(written_.own.size() + (8 - size() % 8) % 8);
  u64(count);
}

void ByteWriter::borrow(std::span<const std::byte> bytes) {
  auto& parts = written_.borrowed;
  borrowed_ += bytes.size();
  if (!parts.empty() && parts.back().at == written_.own.size() &&
      parts.back().bytes.data() + parts.back().bytes.size() == bytes.data()) {
    parts.back().bytes = {parts.back().bytes.data(), parts.back().bytes.size() + bytes.size()};
  } else {
    parts.push_back({written_.own.size(), bytes});
  }
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
