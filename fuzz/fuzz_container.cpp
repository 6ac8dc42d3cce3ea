#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "portolan/io/baked/container.h"

namespace portolan::detail {
namespace {

using Bytes = std::span<const std::byte>;

/// Reads the bytes as values of changing kinds, each chosen by the byte before it.
void read_values(ByteReader reader) {
  while (reader.ok() && reader.remaining() > 0) {
    const std::size_t before = reader.remaining();
    std::size_t held = 0;
    switch (reader.u8() % 8) {
      case 0: reader.u8(); break;
      case 1: reader.u32(); break;
      case 2: reader.u64(); break;
      case 3: reader.f64(); break;
      case 4: held = reader.string().size(); break;
      case 5: held = reader.array<std::uint64_t>().size() * 8; break;
      case 6: held = reader.array<std::uint8_t>().size(); break;
      default: {
        const auto values = reader.view<std::uint32_t>();
        if (std::count(values.begin(), values.end(), 1u) < 0) std::abort();
        held = values.size_bytes();
      }
    }
    if (held > before) std::abort();
  }
  if (reader.finish().ok() != reader.ok()) std::abort();
}

/// Anything may be refused; what is accepted is read section by section, and must be laid out
/// exactly as a writer would.
void parse(Bytes bytes) {
  auto container = Container::parse(*make_shared_bytes(bytes), "fuzz.portolan");
  if (!container) return;
  ContainerPrologue prologue;
  std::memcpy(&prologue, bytes.data(), sizeof prologue);
  ContainerWriter writer(container->kind());
  for (std::uint32_t i = 0; i < prologue.section_count; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, bytes.data() + sizeof prologue + i * sizeof entry, sizeof entry);
    const auto section = container->section(Tag(entry.tag));
    if (!section) std::abort();
    writer.add(Tag(entry.tag), {section->begin(), section->end()});
    read_values(*container->reader(Tag(entry.tag)));
  }
  const auto again = writer.write();
  if (!again || again->size() != bytes.size()) std::abort();
}

/// Makes magic, version, sizes and checksums right, so that the checks behind them are reached.
void correct_checksums(std::vector<std::byte>& bytes) {
  ContainerPrologue prologue;
  if (bytes.size() < sizeof prologue) return;
  std::memcpy(&prologue, bytes.data(), sizeof prologue);
  prologue.magic = kContainerMagic;
  prologue.version = kContainerVersion;
  prologue.file_size = bytes.size();
  const std::size_t room = (bytes.size() - sizeof prologue) / sizeof(SectionEntry);
  const std::size_t count = std::min<std::size_t>(prologue.section_count, room);
  std::byte* table = bytes.data() + sizeof prologue;
  for (std::size_t i = 0; i < count; ++i) {
    SectionEntry entry;
    std::memcpy(&entry, table + i * sizeof entry, sizeof entry);
    if (entry.offset > bytes.size() || entry.size > bytes.size() - entry.offset) continue;
    entry.checksum = checksum_of(Bytes(bytes).subspan(entry.offset, entry.size));
    std::memcpy(table + i * sizeof entry, &entry, sizeof entry);
  }
  prologue.table_checksum = checksum_of(Bytes(table, count * sizeof(SectionEntry)));
  prologue.checksum = checksum_of(prologue);
  std::memcpy(bytes.data(), &prologue, sizeof prologue);
}

/// A container of sections cut from the bytes at the lengths that they name; it must be read
/// back, and the values in its sections read without harm.
std::vector<std::byte> make_container(Bytes bytes) {
  ContainerWriter writer("FUZZ");
  for (char letter = 'A'; letter <= 'D' && !bytes.empty(); ++letter) {
    const std::size_t size = std::min(std::to_integer<std::size_t>(bytes[0]), bytes.size() - 1);
    writer.add(Tag({letter, letter, letter, letter}),
               {bytes.begin() + 1, bytes.begin() + 1 + static_cast<std::ptrdiff_t>(size)});
    bytes = bytes.subspan(1 + size);
  }
  auto file = writer.write();
  if (!file || !Container::parse(*make_shared_bytes(*file), "made.portolan")) std::abort();
  return std::move(*file);
}

}  // namespace

/// The first byte chooses what the others are: a file, a file with its checksums corrected, the
/// sections of one, or one section's values.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const Bytes bytes = std::as_bytes(std::span(data + 1, size - 1));
  std::vector<std::byte> file(bytes.begin(), bytes.end());
  switch (data[0] % 4) {
    case 0: break;
    case 1: correct_checksums(file); break;
    case 2: file = make_container(bytes); break;
    default: {
      const SharedBytes aligned = *make_shared_bytes(bytes);
      read_values(ByteReader(aligned.view(), "fuzz"));
      return 0;
    }
  }
  parse(file);
  return 0;
}

}  // namespace portolan::detail
