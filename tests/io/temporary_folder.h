#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

/// What the tests of io share.
namespace portolan {

/// An empty folder that is removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "portolan-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

  /// Writes a file without the library's help; its path.
  std::filesystem::path put(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

/// What a file holds, read without the library's help.
inline std::string content_of(const std::filesystem::path& path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

/// Fails unless the result is an error whose message contains all of these texts.
#define EXPECT_ERROR(result, ...)                                                     \
  do {                                                                                \
    const auto& failed_result = (result);                                             \
    ASSERT_FALSE(failed_result.ok());                                                 \
    for (const std::string& part : std::initializer_list<std::string>{__VA_ARGS__}) { \
      EXPECT_NE(failed_result.error().message.find(part), std::string_view::npos)     \
          << "'" << part << "' is not in: " << failed_result.error().message;         \
    }                                                                                 \
  } while (false)

}  // namespace portolan
