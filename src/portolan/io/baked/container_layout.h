#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

/// How a baked file lies on the disk. Everything is little-endian:
///
///     ContainerPrologue | SectionEntry x section_count | sections
///
/// The sections follow in the order of the table, each on the next 64-byte boundary, zeros
/// between; the file ends with the last one's last byte. There is one way only to lay out given
/// sections, so a reader accepts nothing else, and a change of any bit is noticed.
namespace portolan::detail {

/// Raised with every change of the layout or of what the sections hold.
inline constexpr std::uint32_t kContainerVersion = 7;
inline constexpr std::uint32_t kMaxSections = 256;
inline constexpr std::size_t kSectionAlignment = 64;
inline constexpr std::array<char, 8> kContainerMagic{'P', 'O', 'R', 'T', 'O', 'L', 'A', 'N'};

/// The first 64 bytes. They stay like this in every version, so that each can tell a damaged
/// file from one that is too new for it.
struct ContainerPrologue {
  std::array<char, 8> magic = kContainerMagic;
  std::uint32_t version = kContainerVersion;
  std::array<char, 4> kind{};  ///< Which world: "GRID", ...
  std::uint64_t file_size = 0;
  std::uint32_t section_count = 0;
  std::uint32_t unused = 0;
  std::uint64_t table_checksum = 0;
  std::array<std::uint64_t, 2> reserved{};
  std::uint64_t checksum = 0;  ///< Of the 56 bytes before it.
};
static_assert(sizeof(ContainerPrologue) == 64);

struct SectionEntry {
  std::array<char, 4> tag{};
  std::uint32_t unused = 0;
  std::uint64_t offset = 0;  ///< From the beginning of the file, in bytes.
  std::uint64_t size = 0;    ///< In bytes.
  std::uint64_t checksum = 0;
};
static_assert(sizeof(SectionEntry) == 32);
static_assert(std::endian::native == std::endian::little, "baked files are used in place");

constexpr std::uint64_t next_section_offset(std::uint64_t end) {
  return (end + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

/// XXH64 with seed 0.
std::uint64_t checksum_of(std::span<const std::byte> bytes);
/// The checksum that belongs into the prologue's last field.
std::uint64_t checksum_of(const ContainerPrologue& prologue);

}  // namespace portolan::detail
