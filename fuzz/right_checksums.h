#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "portolan/io/baked/container.h"

namespace portolan::detail {

/// The sections that the bytes name, as far as they lie inside, in a container whose checksums
/// are right: so that what stands in the sections is what gets tested.
inline std::vector<std::byte> with_right_checksums(std::span<const std::byte> bytes) {
  ContainerPrologue prologue;
  if (bytes.size() < sizeof prologue) return {};
  std::memcpy(&prologue, bytes.data(), sizeof prologue);
  ContainerWriter writer(Tag(prologue.kind));
  const std::size_t room = (bytes.size() - sizeof prologue) / sizeof(SectionEntry);
  for (std::size_t i = 0; i < room && i < prologue.section_count && i < 16; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, bytes.data() + sizeof prologue + i * sizeof entry, sizeof entry);
    if (entry.offset > bytes.size()) continue;
    const auto size = std::min<std::uint64_t>(entry.size, bytes.size() - entry.offset);
    const auto section = bytes.subspan(entry.offset, size);
    writer.add(Tag(entry.tag), {section.begin(), section.end()});
  }
  auto file = writer.write();
  return file ? std::move(*file) : std::vector<std::byte>();
}

}  // namespace portolan::detail
