#pragma once

#include <span>
#include <string_view>

namespace portolan::detail::cli {

/// A file of the page.
struct EmbeddedFile {
  std::string_view name;
  std::string_view bytes;
};

/// The page, as apps/embed_page.cmake has made it part of the tool; empty where it was not built.
std::span<const EmbeddedFile> embedded_page();

}  // namespace portolan::detail::cli
