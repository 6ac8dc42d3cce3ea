#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "portolan/io/baked/bytes.h"
#include "portolan/io/baked/container_layout.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// The one format of baked files: sections of bytes, each with a name of four letters.
namespace portolan::detail {

/// Four letters that name a section, or the kind of a file: `"TILE"`.
struct Tag {
  std::array<char, 4> letters{};

  constexpr Tag() = default;
  constexpr explicit Tag(std::array<char, 4> four) : letters(four) {}
  constexpr Tag(const char (&text)[5])  // NOLINT: implicit on purpose
      : letters{text[0], text[1], text[2], text[3]} {}

  std::string_view view() const { return {letters.data(), letters.size()}; }
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// Collects sections and writes them as one file.
class ContainerWriter {
 public:
  /// `kind` says which world the file holds.
  explicit ContainerWriter(Tag kind) : kind_(kind) {}

  /// Adds a section. At most kMaxSections, each tag once; `save` refuses otherwise.
  void add(Tag tag, std::vector<std::byte> bytes) { add_pieces(tag, {std::move(bytes), {}}); }
  void add_pieces(Tag tag, PiecedBytes bytes) { sections_.emplace_back(tag, std::move(bytes)); }

  /// Writes the file; it appears under its name only when it is whole.
  Result<Done> save(const std::filesystem::path& path) const;
  /// The bytes of that file.
  Result<std::vector<std::byte>> write() const;

 private:
  /// The file in pieces, so that large sections need not be copied.
  struct Pieces {
    std::vector<std::byte> head;                       ///< Prologue and table.
    std::vector<std::span<const std::byte>> sections;  ///< With the zeros between them.
  };
  Result<Pieces> make_pieces() const;

  Tag kind_;
  std::vector<std::pair<Tag, PiecedBytes>> sections_;
};

/// A baked file in memory, whole and checked. A value; copies share the memory.
class Container {
 public:
  /// Reads and checks a file. The message tells a foreign file, one of a newer or older version,
  /// a truncated and a damaged one apart.
  static Result<Container> load(BegunFile file, const ParallelFor& parallel = {});
  /// The same without some sections: they are neither read nor checked, and `has` denies them.
  static Result<Container> load_without(BegunFile file, std::span<const Tag> left_out);
  /// The same from memory, without copying; `name` stands for the file in messages.
  static Result<Container> parse(SharedBytes bytes, std::string_view name);

  Tag kind() const { return kind_; }
  bool has(Tag tag) const;

  /// The bytes of a section, on a 64-byte boundary, valid as long as `bytes()` is held.
  Result<std::span<const std::byte>> section(Tag tag) const;
  /// A reader at the beginning of a section.
  Result<ByteReader> reader(Tag tag) const;

  /// The whole file. Holding (or aliasing) its `data` keeps all sections alive.
  const SharedBytes& bytes() const { return bytes_; }
  /// The file's name, for messages.
  const std::string& name() const { return name_; }

 private:
  Container() = default;

  SharedBytes bytes_;
  std::string name_;
  Tag kind_;
  std::vector<SectionEntry> table_;
};

}  // namespace portolan::detail
