#include "portolan/io/baked/container.h"

#include <gtest/gtest.h>

#include <cstring>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

Result<Container> parse(const Bytes& bytes) {
  return Container::parse(*make_shared_bytes(bytes), "a.world");
}

ContainerWriter small_writer() {
  ContainerWriter writer("GRID");
  writer.add("ABCD", bytes_of("some text"));
  writer.add("NONE", {});
  writer.add("EFGH", Bytes(100, std::byte{7}));
  return writer;
}

Bytes small_file() { return *small_writer().write(); }

/// Changes the prologue and the first entries of the table, and corrects their checksums.
template <class Change>
Bytes with_header(Bytes file, Change change) {
  ContainerPrologue prologue;
  std::array<SectionEntry, 3> table;
  std::memcpy(&prologue, file.data(), sizeof prologue);
  std::memcpy(table.data(), file.data() + sizeof prologue, sizeof table);
  change(prologue, table);
  prologue.table_checksum = checksum_of(std::as_bytes(std::span(table)));
  prologue.checksum = checksum_of(prologue);
  std::memcpy(file.data(), &prologue, sizeof prologue);
  std::memcpy(file.data() + sizeof prologue, table.data(), sizeof table);
  return file;
}

TEST(Container, SurvivesSavingAndLoading) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  ASSERT_TRUE(small_writer().save(path));
  const auto container = Container::load(path);
  ASSERT_TRUE(container) << container.error().message;
  EXPECT_EQ(container->kind(), Tag("GRID"));
  EXPECT_TRUE(container->has("NONE"));
  EXPECT_FALSE(container->has("WXYZ"));
  const auto text = *container->section("ABCD");
  EXPECT_EQ(Bytes(text.begin(), text.end()), bytes_of("some text"));
  EXPECT_EQ(container->section("NONE")->size(), 0u);
  EXPECT_EQ(container->section("EFGH")->size(), 100u);
  for (const Tag tag : {Tag("ABCD"), Tag("NONE"), Tag("EFGH")}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(container->section(tag)->data()) % 64, 0u);
  }
  EXPECT_ERROR(container->section("WXYZ"), "a.world", "'WXYZ'", "build it again");
  EXPECT_EQ(content_of(path).size(), small_file().size());
}

TEST(Container, LeavesSectionsOutUnread) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  const auto load = [&](const Bytes& file) {
    folder.put("a.world", {reinterpret_cast<const char*>(file.data()), file.size()});
    constexpr Tag kLeftOut[] = {"EFGH"};
    return Container::load_without(path, kLeftOut);
  };
  const auto container = load(small_file());
  ASSERT_TRUE(container) << container.error().message;
  EXPECT_FALSE(container->has("EFGH"));
  EXPECT_TRUE(container->has("NONE"));
  const auto text = *container->section("ABCD");
  EXPECT_EQ(Bytes(text.begin(), text.end()), bytes_of("some text"));
  // What is read is checked as ever, and so is where everything lies; what is not read is not.
  const Bytes good = small_file();
  for (std::size_t i = 0; i < good.size(); ++i) {
    Bytes spoilt = good;
    spoilt[i] ^= std::byte{1};
    EXPECT_EQ(load(spoilt).ok(), i >= good.size() - 100) << "byte " << i;
  }
  Bytes shorter = good;
  shorter.pop_back();
  EXPECT_ERROR(load(shorter), "a.world", "truncated");
  shorter.resize(40);
  EXPECT_ERROR(load(shorter), "a.world", "truncated");
  EXPECT_ERROR(load({}), "a.world", "not a baked Portolan file");
}

TEST(Container, MemoryOutlivesTheContainer) {
  std::shared_ptr<const std::byte> held;
  {
    const auto container = parse(small_file());
    held = {container->bytes().data, container->section("ABCD")->data()};
  }
  EXPECT_EQ(std::memcmp(held.get(), "some text", 9), 0);
}

TEST(Container, MayBeEmpty) {
  const auto container = parse(*ContainerWriter("NULL").write());
  ASSERT_TRUE(container) << container.error().message;
  EXPECT_EQ(container->kind().view(), "NULL");
}

TEST(Container, TellsForeignFiles) {
  EXPECT_ERROR(parse({}), "a.world", "not a baked Portolan file");
  EXPECT_ERROR(parse(bytes_of("type octile\n")), "a.world", "not a baked Portolan file");
  EXPECT_ERROR(parse(bytes_of("POX")), "a.world", "not a baked Portolan file");
  EXPECT_ERROR(Container::load("no/a.world"), "no/a.world", "check the name");
}

TEST(Container, TellsOtherVersions) {
  const auto of_version = [](std::uint32_t version) {
    return parse(
        with_header(small_file(), [&](auto& prologue, auto&) { prologue.version = version; }));
  };
  EXPECT_ERROR(of_version(8), "a.world", "newer", "format 8", "reads format 7", "update");
  EXPECT_ERROR(of_version(0), "a.world", "older", "format 0", "reads format 7", "build");
}

TEST(Container, TellsTruncationAtEveryLength) {
  const Bytes file = small_file();
  for (std::size_t size = 1; size < file.size(); ++size) {
    const auto cut = parse({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
    EXPECT_ERROR(cut, "a.world", "truncated", std::to_string(size));
    if (size >= 64) EXPECT_ERROR(cut, std::to_string(file.size()) + " bytes");
  }
}

TEST(Container, RefusesEveryChangedBit) {
  const Bytes file = small_file();
  for (std::size_t bit = 0; bit < 8 * file.size(); ++bit) {
    Bytes changed = file;
    changed[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_ERROR(parse(changed), "a.world", bit < 64 ? "not a baked" : "is damaged");
  }
}

TEST(Container, NamesTheDamagedPart) {
  Bytes file = small_file();
  file.back() ^= std::byte{1};
  EXPECT_ERROR(parse(file), "a.world", "damaged in section 'EFGH'");
  file = small_file();
  file[20] ^= std::byte{1};
  EXPECT_ERROR(parse(file), "damaged in its header");
  file = small_file();
  file[70] ^= std::byte{1};
  EXPECT_ERROR(parse(file), "damaged in its section table");
  file = small_file();
  file.push_back(std::byte{0});
  EXPECT_ERROR(parse(file), "damaged in its end");
}

TEST(Container, RefusesHostileTablesWithRightChecksums) {
  const auto parse_with = [](auto change) { return parse(with_header(small_file(), change)); };
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[1].tag = table[0].tag; }), "'ABCD'",
               "twice");
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[2].offset = table[0].offset; }),
               "'EFGH' lies in the wrong place");
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[2].offset += 64; }), "'EFGH'");
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[2].size += 1; }), "'EFGH'");
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[0].size = ~std::uint64_t{0}; }), "'ABCD'");
  EXPECT_ERROR(parse_with([](auto&, auto& table) { table[0].offset = ~std::uint64_t{63}; }),
               "'ABCD'");
  EXPECT_ERROR(parse_with([](auto& prologue, auto&) { prologue.section_count = ~0u; }),
               "4294967295");
  EXPECT_ERROR(parse_with([](auto&, auto& table) {
                 table[2].size -= 1;
                 table[2].checksum = checksum_of(Bytes(99, std::byte{7}));
               }),
               "left over");
}

TEST(Container, IsNotWrittenWithImpossibleSections) {
  const TemporaryFolder folder;
  ContainerWriter twice("GRID");
  twice.add("ABCD", {});
  twice.add("ABCD", {});
  EXPECT_ERROR(twice.save(folder.path() / "a.world"), "a.world", "'ABCD'", "twice");
  ContainerWriter many("GRID");
  for (std::uint32_t i = 0; i <= kMaxSections; ++i) {
    many.add(Tag({'A', 'A', static_cast<char>('A' + i % 16), static_cast<char>('A' + i / 16)}), {});
  }
  EXPECT_ERROR(many.write(), "256", "257");
}

}  // namespace
}  // namespace portolan::detail
