#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/baked/container.h"
#include "tests/temporary_folder.h"

/// Baked files as bytes, to be spoilt: what the tests of every kind of world share.
namespace portolan::detail::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(const std::filesystem::path& path) {
  const std::string text = content_of(path);
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

/// The file with one of its sections changed and all checksums right.
template <class Change>
Bytes with_section(const Bytes& file, std::span<const Tag> sections, Tag changed, Change change,
                   Tag kind) {
  const auto container = Container::parse(*make_shared_bytes(file), "a.world");
  ContainerWriter writer(kind);
  for (const Tag tag : sections) {
    if (!container->has(tag)) continue;
    const auto section = *container->section(tag);
    Bytes bytes(section.begin(), section.end());
    if (tag == changed) change(bytes);
    writer.add(tag, std::move(bytes));
  }
  return *writer.write();
}

/// Sets one to three of the words from byte `first` on to values that could be meant.
inline void spoil_words(Bytes& bytes, std::size_t first, std::mt19937& random) {
  const std::size_t words = (bytes.size() - first) / 4;
  for (auto changes = 1 + random() % 3; changes > 0; --changes) {
    std::byte* at = bytes.data() + first + 4 * (random() % words);
    std::uint32_t word = 0;
    std::memcpy(&word, at, 4);
    const auto other = static_cast<std::uint32_t>(random());
    switch (random() % 6) {
      case 0: word += other % 5000; break;
      case 1: word -= other % 5; break;
      case 2: word = other % 64; break;
      case 3: word ^= 1u << other % 32; break;
      case 4: word = 0xFFFF'FFFFu; break;
      default: std::memcpy(&word, bytes.data() + first + 4 * (other % words), 4);
    }
    std::memcpy(at, &word, 4);
  }
}

/// The file as a version after ours would mark it.
inline Bytes of_next_version(Bytes file) {
  ContainerPrologue prologue;
  std::memcpy(&prologue, file.data(), sizeof prologue);
  prologue.version = kContainerVersion + 1;
  prologue.checksum = checksum_of(prologue);
  std::memcpy(file.data(), &prologue, sizeof prologue);
  return file;
}

/// How many of the files spoilt(0), spoilt(1), ... are accepted; each of these is used, and each of
/// the others must be refused for what is in it.
template <class Spoilt, class Parse, class Use>
unsigned count_accepted(unsigned tries, Spoilt spoilt, Parse parse, Use use) {
  unsigned accepted = 0;
  for (unsigned k = 0; k < tries; ++k) {
    const auto result = parse(spoilt(k));
    if (!result) {
      EXPECT_NE(result.error().message.find("a.world: is inconsistent"), std::string::npos);
      continue;
    }
    ++accepted;
    use(*result);
  }
  return accepted;
}

}  // namespace portolan::detail::test
