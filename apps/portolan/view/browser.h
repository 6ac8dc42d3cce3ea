#pragma once

#include <cstdint>
#include <string>

namespace portolan::detail::cli {

/// The Chromium that the environment variable CHROMIUM names, else the first of its usual names in
/// the folders of PATH. Where there is none, the subcommand ends and says how to get one.
std::string find_chromium();

/// What a page looks like, as the bytes of a PNG file.
struct PageSize {
  std::uint32_t width = 1280;  ///< In pixels. [200, 8192]
  std::uint32_t height = 720;  ///< The same.
};

/// Opens a link in a browser without a window and takes a picture once nothing is asked for any
/// longer. Ends the subcommand where that fails, or takes more than some minutes.
std::string take_page_picture(const std::string& browser, const std::string& link,
                              const PageSize& size);

}  // namespace portolan::detail::cli
