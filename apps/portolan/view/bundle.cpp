#include "view/bundle.h"

#include <bit>
#include <cstring>

#include "portolan/core/narrow.h"

namespace portolan::detail::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "the arrays are little-endian");
static_assert(sizeof(Vec3) == 3 * sizeof(float));

constexpr std::uint32_t kMagic = 0x31425650;  // "PVB1"

void pad(std::string& text, char with) {
  while (text.size() % 4 != 0) text += with;
}

void append(std::string& text, std::uint32_t number) {
  char bytes[4];
  std::memcpy(bytes, &number, sizeof bytes);
  text.append(bytes, sizeof bytes);
}

}  // namespace

void Bundle::add_bytes(std::string_view name, const char* type, const void* values,
                       std::size_t bytes, std::size_t count, unsigned width) {
  arrays_.push_back({{"name", name},
                     {"type", type},
                     {"width", width},
                     {"count", count / width},
                     {"offset", data_.size()}});
  data_.append(static_cast<const char*>(values), bytes);
  pad(data_, '\0');
}

void Bundle::add(std::string_view name, std::span<const float> values, unsigned width) {
  add_bytes(name, "f32", values.data(), values.size_bytes(), values.size(), width);
}
void Bundle::add(std::string_view name, std::span<const std::uint32_t> values, unsigned width) {
  add_bytes(name, "u32", values.data(), values.size_bytes(), values.size(), width);
}
void Bundle::add(std::string_view name, std::span<const std::uint16_t> values, unsigned width) {
  add_bytes(name, "u16", values.data(), values.size_bytes(), values.size(), width);
}
void Bundle::add(std::string_view name, std::span<const std::uint8_t> values, unsigned width) {
  add_bytes(name, "u8", values.data(), values.size_bytes(), values.size(), width);
}
void Bundle::add_points(std::string_view name, std::span<const Vec3> values, unsigned points) {
  add_bytes(name, "f32", values.data(), values.size_bytes(), 3 * values.size(), 3 * points);
}

Response Bundle::response() const {
  Json header{{"version", 1}};
  header.update(header_);
  header["arrays"] = arrays_;
  std::string text = header.dump();
  pad(text, ' ');
  std::string body;
  body.reserve(8 + text.size() + data_.size());
  append(body, kMagic);
  append(body, narrow<std::uint32_t>(text.size()));
  body += text;
  body += data_;
  return {200, "application/octet-stream", std::move(body)};
}

}  // namespace portolan::detail::cli
