#pragma once

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "portolan/io/container.h"
#include "tests/temporary_folder.h"

/// Baked files as bytes, to be spoilt: what the tests of every kind of world share.
namespace portolan::test {

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

/// The file as a version after ours would mark it.
inline Bytes of_next_version(Bytes file) {
  ContainerPrologue prologue;
  std::memcpy(&prologue, file.data(), sizeof prologue);
  prologue.version = kContainerVersion + 1;
  prologue.checksum = checksum_of(prologue);
  std::memcpy(file.data(), &prologue, sizeof prologue);
  return file;
}

}  // namespace portolan::test
