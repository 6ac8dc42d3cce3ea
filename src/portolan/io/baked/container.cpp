#include "portolan/io/baked/container.h"

#include <algorithm>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "portolan/core/narrow.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxContainerBytes = std::uint64_t{1} << 36;
constexpr std::array<std::byte, kSectionAlignment> kZeros{};

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

/// As if the pieces were one.
std::uint64_t checksum_of_pieces(std::span<const std::span<const std::byte>> pieces) {
  XXH64_state_t state;
  XXH64_reset(&state, 0);
  for (const auto piece : pieces) XXH64_update(&state, piece.data(), piece.size());
  return XXH64_digest(&state);
}

std::string shown(const std::array<char, 4>& tag) { return excerpt({tag.data(), tag.size()}); }

/// Checks the bytes of a file step by step; each step may rely on the ones before.
class ContainerChecker {
 public:
  ContainerChecker(std::span<const std::byte> bytes, std::string_view name)
      : bytes_(bytes), name_(name) {}

  const ContainerPrologue& prologue() const { return prologue_; }
  std::vector<SectionEntry> take_table() { return std::move(table_); }

  Result<Done> check_prologue() {
    const std::size_t magic_size = std::min(bytes_.size(), kContainerMagic.size());
    if (bytes_.empty() || std::memcmp(bytes_.data(), kContainerMagic.data(), magic_size) != 0) {
      return failed("is not a baked Portolan file; give one that 'portolan build' or save() wrote");
    }
    if (bytes_.size() < sizeof prologue_) return truncated("at least ", sizeof prologue_);
    std::memcpy(&prologue_, bytes_.data(), sizeof prologue_);
    if (prologue_.checksum != checksum_of(prologue_)) return damaged("its header");
    return Done{};
  }

  Result<Done> check_version() const {
    if (prologue_.version == kContainerVersion) return Done{};
    const bool newer = prologue_.version > kContainerVersion;
    return failed(
        "was written by " + std::string(newer ? "a newer" : "an older") +
        " version of Portolan: it has format " + std::to_string(prologue_.version) +
        ", this program reads format " + std::to_string(kContainerVersion) +
        (newer ? "; update this program or build the file again" : "; build the file again"));
  }

  Result<Done> check_size() const {
    if (bytes_.size() < prologue_.file_size) return truncated("", prologue_.file_size);
    if (bytes_.size() > prologue_.file_size) {
      return damaged("its end: it should have " + std::to_string(prologue_.file_size) +
                     " bytes and has " + std::to_string(bytes_.size()));
    }
    return Done{};
  }

  Result<Done> check_table() {
    if (prologue_.section_count > kMaxSections ||
        prologue_.section_count * sizeof(SectionEntry) > bytes_.size() - sizeof prologue_) {
      return damaged("its header: it cannot have " + std::to_string(prologue_.section_count) +
                     " sections");
    }
    table_.resize(prologue_.section_count);
    const auto stored = bytes_.subspan(sizeof prologue_, table_.size() * sizeof(SectionEntry));
    if (checksum_of(stored) != prologue_.table_checksum) return damaged("its section table");
    if (!table_.empty()) std::memcpy(table_.data(), stored.data(), stored.size());
    return Done{};
  }

  /// That the sections lie where they must; f(entry, where the gap before it begins) says whether
  /// what they hold is good.
  template <class F>
  Result<Done> for_each_section(F&& f) const {
    std::uint64_t end = sizeof prologue_ + table_.size() * sizeof(SectionEntry);
    for (std::size_t i = 0; i < table_.size(); ++i) {
      const SectionEntry& entry = table_[i];
      const std::string section = "section " + shown(entry.tag);
      const auto same_tag = [&](const SectionEntry& other) { return other.tag == entry.tag; };
      if (std::any_of(table_.begin(), table_.begin() + static_cast<std::ptrdiff_t>(i), same_tag)) {
        return damaged("its section table: " + section + " stands there twice");
      }
      // With the offset fixed by the sections before, nothing can overlap and no sum overflow.
      const std::uint64_t begin = next_section_offset(end);
      if (entry.offset != begin || begin > bytes_.size() || entry.size > bytes_.size() - begin) {
        return damaged("its section table: " + section + " lies in the wrong place");
      }
      if (auto good = f(entry, end); !good) return good;
      end = begin + entry.size;
    }
    if (end != bytes_.size()) return damaged("its section table: bytes are left over at the end");
    return Done{};
  }

  /// Of a section, and of the gap before it that begins at `gap`.
  Result<Done> check_content(const SectionEntry& entry, std::uint64_t gap) const {
    const auto zeros = bytes_.subspan(gap, entry.offset - gap);
    if (std::any_of(zeros.begin(), zeros.end(), [](std::byte b) { return b != std::byte{0}; }) ||
        checksum_of(bytes_.subspan(entry.offset, entry.size)) != entry.checksum) {
      return damaged("section " + shown(entry.tag));
    }
    return Done{};
  }

  Result<Done> check_sections() const {
    return for_each_section(
        [this](const SectionEntry& entry, std::uint64_t gap) { return check_content(entry, gap); });
  }

 private:
  Error failed(const std::string& message) const { return Error{name_ + ": " + message}; }
  Error truncated(const std::string& bound, std::uint64_t expected) const {
    return failed("is truncated: it should have " + bound + std::to_string(expected) +
                  " bytes and has " + std::to_string(bytes_.size()) +
                  "; copy it again or build it again");
  }
  Error damaged(const std::string& place) const {
    return failed("is damaged in " + place + "; copy it again or build it again");
  }

  std::span<const std::byte> bytes_;
  std::string name_;
  ContainerPrologue prologue_;
  std::vector<SectionEntry> table_;
};

}  // namespace

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  return XXH64(bytes.data(), bytes.size(), 0);
}

std::uint64_t checksum_of(const ContainerPrologue& prologue) {
  return checksum_of(bytes_of(prologue).first<offsetof(ContainerPrologue, checksum)>());
}

Result<ContainerWriter::Pieces> ContainerWriter::make_pieces() const {
  if (sections_.size() > kMaxSections) {
    return Error{"a baked file can hold " + std::to_string(kMaxSections) + " sections, not " +
                 std::to_string(sections_.size())};
  }
  Pieces pieces;
  std::vector<SectionEntry> table;
  std::uint64_t end = sizeof(ContainerPrologue) + sections_.size() * sizeof(SectionEntry);
  for (const auto& [tag, bytes] : sections_) {
    for (const SectionEntry& earlier : table) {
      if (earlier.tag == tag.letters)
        return Error{"section " + shown(earlier.tag) + " was added twice"};
    }
    SectionEntry entry;
    entry.tag = tag.letters;
    entry.offset = next_section_offset(end);
    entry.size = bytes.size();
    const auto own = bytes.pieces();
    entry.checksum = checksum_of_pieces(own);
    pieces.sections.push_back(std::span(kZeros).first(entry.offset - end));
    pieces.sections.insert(pieces.sections.end(), own.begin(), own.end());
    end = entry.offset + entry.size;
    table.push_back(entry);
  }
  ContainerPrologue prologue;
  prologue.kind = kind_.letters;
  prologue.file_size = end;
  prologue.section_count = narrow<std::uint32_t>(table.size());
  const auto table_bytes = std::as_bytes(std::span(table));
  prologue.table_checksum = checksum_of(table_bytes);
  prologue.checksum = checksum_of(prologue);
  const auto prologue_bytes = bytes_of(prologue);
  pieces.head.assign(prologue_bytes.begin(), prologue_bytes.end());
  pieces.head.insert(pieces.head.end(), table_bytes.begin(), table_bytes.end());
  return pieces;
}

Result<std::vector<std::byte>> ContainerWriter::write() const {
  auto pieces = make_pieces();
  if (!pieces) return pieces.error();
  std::vector<std::byte> file = std::move(pieces->head);
  for (const auto piece : pieces->sections) file.insert(file.end(), piece.begin(), piece.end());
  return file;
}

Result<Done> ContainerWriter::save(const std::filesystem::path& path) const {
  auto pieces = make_pieces();
  if (!pieces) return Error{path.string() + ": " + pieces.error().message};
  pieces->sections.insert(pieces->sections.begin(), pieces->head);
  return save_file_atomically(path, pieces->sections);
}

Result<Container> Container::parse(SharedBytes bytes, std::string_view name) {
  ContainerChecker checker(bytes.view(), name);
  for (const auto step : {+[](ContainerChecker& c) { return c.check_prologue(); },
                          +[](ContainerChecker& c) { return c.check_version(); },
                          +[](ContainerChecker& c) { return c.check_size(); },
                          +[](ContainerChecker& c) { return c.check_table(); },
                          +[](ContainerChecker& c) { return c.check_sections(); }}) {
    if (const auto done = step(checker); !done) return done.error();
  }
  Container container;
  container.bytes_ = std::move(bytes);
  container.name_ = name;
  container.kind_ = Tag(checker.prologue().kind);
  container.table_ = checker.take_table();
  return container;
}

Result<Container> Container::load(BegunFile file, const ParallelFor& parallel) {
  const std::string name = file.name();
  auto bytes = read_shared_bytes(std::move(file), kMaxContainerBytes, parallel);
  if (!bytes) return bytes.error();
  return parse(std::move(*bytes), name);
}

Result<Container> Container::load_without(BegunFile file, std::span<const Tag> left_out) {
  constexpr std::uint64_t kHead = sizeof(ContainerPrologue) + kMaxSections * sizeof(SectionEntry);
  const std::string name = file.name();
  auto input = PartlyReadFile::open(std::move(file), kMaxContainerBytes);
  if (!input) return input.error();
  if (auto read = input->read(0, std::min<std::uint64_t>(kHead, input->bytes().size)); !read)
    return read.error();
  ContainerChecker checker(input->bytes().view(), name);
  for (const auto step : {+[](ContainerChecker& c) { return c.check_prologue(); },
                          +[](ContainerChecker& c) { return c.check_version(); },
                          +[](ContainerChecker& c) { return c.check_size(); },
                          +[](ContainerChecker& c) { return c.check_table(); }}) {
    if (const auto done = step(checker); !done) return done.error();
  }
  const auto unwanted = [&](const SectionEntry& entry) {
    return std::find(left_out.begin(), left_out.end(), Tag(entry.tag)) != left_out.end();
  };
  auto good =
      checker.for_each_section([&](const SectionEntry& entry, std::uint64_t gap) -> Result<Done> {
        if (unwanted(entry)) return Done{};
        if (auto read = input->read(gap, entry.offset + entry.size - gap); !read) return read;
        return checker.check_content(entry, gap);
      });
  if (!good) return good.error();
  Container container;
  container.bytes_ = input->bytes();
  container.name_ = name;
  container.kind_ = Tag(checker.prologue().kind);
  container.table_ = checker.take_table();
  std::erase_if(container.table_, unwanted);
  return container;
}

bool Container::has(Tag tag) const { return section(tag).ok(); }

Result<std::span<const std::byte>> Container::section(Tag tag) const {
  const auto entry = std::find_if(table_.begin(), table_.end(), [&](const SectionEntry& candidate) {
    return candidate.tag == tag.letters;
  });
  if (entry == table_.end()) {
    return Error{name_ + ": has no section " + shown(tag.letters) + "; build it again"};
  }
  return bytes_.view().subspan(entry->offset, entry->size);
}

Result<ByteReader> Container::reader(Tag tag) const {
  const auto bytes = section(tag);
  if (!bytes) return bytes.error();
  return ByteReader(*bytes, name_ + ": section " + shown(tag.letters));
}

}  // namespace portolan::detail
