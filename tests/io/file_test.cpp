#include "portolan/io/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <thread>
#include <vector>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan {
namespace {

namespace fs = std::filesystem;

std::size_t count_files(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(File, ReadsWhatIsThere) {
  const TemporaryFolder folder;
  const std::string text("one\0two\r\n", 9);
  const auto path = folder.put("file", text);
  EXPECT_EQ(*read_file(path, 9), text);
  const auto shared = read_shared_bytes(path, 9);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->size, 9u);
  EXPECT_EQ(shared->view()[4], std::byte{'t'});
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(shared->data.get()) % 64, 0u);
}

TEST(File, ReadsAnEmptyFile) {
  const TemporaryFolder folder;
  const auto path = folder.put("file", "");
  EXPECT_EQ(*read_file(path, 0), "");
  EXPECT_EQ(read_shared_bytes(path, 0)->size, 0u);
}

TEST(File, ReadsAPipe) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text(200'000, 'x');
  std::thread writer([&] { std::ofstream(path) << text; });
  EXPECT_EQ(*read_file(path, 1'000'000), text);
  writer.join();
}

TEST(File, RefusesToReadWithTheReason) {
  const TemporaryFolder folder;
  EXPECT_ERROR(read_file(folder.path() / "none", 9), "none", "No such file", "check the name");
  EXPECT_ERROR(read_file(folder.path(), 9), folder.path().c_str(), "directory", "name a file");
  const auto path = folder.put("large", "0123456789");
  EXPECT_ERROR(read_file(path, 9), "large", "more than the 9 bytes");
  EXPECT_ERROR(read_shared_bytes(path, 9), "large", "more than the 9 bytes");
  EXPECT_ERROR(read_file("/dev/zero", 100), "/dev/zero", "more than the 100 bytes");
}

TEST(File, SavesAndReplaces) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  EXPECT_TRUE(save_file_atomically(path, "first"));
  EXPECT_EQ(content_of(path), "first");
  const std::array<std::byte, 2> a{std::byte{'a'}, std::byte{0}};
  const std::array<std::byte, 1> b{std::byte{'b'}};
  const std::vector<std::span<const std::byte>> pieces{a, {}, b};
  EXPECT_TRUE(save_file_atomically(path, pieces));
  EXPECT_EQ(content_of(path), std::string("a\0b", 3));
  EXPECT_EQ(count_files(folder.path()), 1u);
}

TEST(File, KeepsPermissionsAndLinks) {
  const TemporaryFolder folder;
  const auto path = folder.put("file", "old");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("file", folder.path() / "link");
  EXPECT_TRUE(save_file_atomically(folder.path() / "link", "new"));
  EXPECT_EQ(content_of(path), "new");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(File, WritesToADeviceDirectly) {
  EXPECT_TRUE(save_file_atomically("/dev/null", "text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(File, RefusesToSaveWithTheReasonAndLeavesNothing) {
  const TemporaryFolder folder;
  EXPECT_ERROR(save_file_atomically(folder.path() / "none" / "file", "text"), "none/file",
               "cannot be written", "its folder exists");
  EXPECT_ERROR(save_file_atomically(folder.path(), "text"), "directory");
  EXPECT_ERROR(save_file_atomically("/dev/full", "text"), "/dev/full", "free some space");
  EXPECT_EQ(count_files(folder.path()), 0u);
}

}  // namespace
}  // namespace portolan
