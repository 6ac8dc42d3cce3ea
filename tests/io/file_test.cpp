#include "portolan/io/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <thread>
#include <tuple>
#include <vector>

#include "expect_error.h"
#include "portolan/core/platform.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
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

TEST(File, ReadsAPipeOnAlignedBytes) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(path) << std::string(200'000, 'x'); });
  const auto bytes = read_shared_bytes(path, 1'000'000);
  writer.join();
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size, 200'000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes->data.get()) % 64, 0u);
}

/// What a file is may be asked for several times before it is read.
TEST(File, KeepsTheStartOfAPipe) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  for (const std::string& text : {std::string("0123456789"), std::string(200'000, 'x')}) {
    std::thread writer([&] { std::ofstream(path) << text; });
    BegunFile file(path);
    EXPECT_EQ(file.read_start(4), text.substr(0, 4));
    EXPECT_EQ(file.read_start(64), text.substr(0, 64));
    EXPECT_EQ(file.read_start(2), text.substr(0, 2));
    EXPECT_EQ(*read_file(std::move(file), 1'000'000), text);
    writer.join();
  }
  const auto path_of_file = folder.put("file", "0123456789");
  BegunFile file(path_of_file);
  EXPECT_EQ(file.read_start(4), "0123");
  EXPECT_EQ(file.read_start(64), "0123456789");
  EXPECT_EQ(*read_file(std::move(file), 10), "0123456789");
  EXPECT_EQ(BegunFile(folder.path() / "none").read_start(4), "");
  EXPECT_EQ(BegunFile(folder.path()).read_start(4), "");
}

/// Nothing is kept for whoever opens the same path next.
TEST(File, WhatWasTakenFromAPipeTravelsWithTheValueOnly) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  for (const std::string text : {"first", "second"}) {
    std::thread writer([&] { std::ofstream(path) << text; });
    if (text == "first") {
      EXPECT_EQ(BegunFile(path).read_start(64), text);
    } else {
      EXPECT_EQ(*read_file(path, 64), text);
    }
    writer.join();
  }
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

TEST(File, FollowsALinkToNothing) {
  const TemporaryFolder folder;
  fs::create_directory(folder.path() / "far");
  fs::create_symlink("far/second", folder.path() / "first");
  fs::create_symlink("../target", folder.path() / "far" / "second");
  EXPECT_TRUE(save_file_atomically(folder.path() / "first", "new"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "first"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "far" / "second"));
  EXPECT_EQ(content_of(folder.path() / "target"), "new");
  EXPECT_EQ(count_files(folder.path()), 3u);
  fs::create_symlink("none/target", folder.path() / "lost");
  EXPECT_ERROR(save_file_atomically(folder.path() / "lost", "new"), "none/target", "folder exists");
  EXPECT_TRUE(fs::is_symlink(folder.path() / "lost"));
  fs::create_symlink("circle", folder.path() / "circle");
  EXPECT_ERROR(save_file_atomically(folder.path() / "circle", "new"), "circle", "remove the links");
}

TEST(File, WritesToADeviceOrPipeDirectly) {
  EXPECT_TRUE(save_file_atomically("/dev/null", "text"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  fs::create_symlink("pipe", folder.path() / "link");
  std::string got;
  std::thread reader([&] { got = content_of(pipe); });
  EXPECT_TRUE(save_file_atomically(folder.path() / "link", "text"));
  reader.join();
  EXPECT_EQ(got, "text");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

/// As /dev/stdout is: more may have been written there already, and may follow.
TEST(File, WritesOnWhereTheProgramHasAFileOpen) {
  if (!PORTOLAN_LINUX) GTEST_SKIP() << "plain C++ does not know which files are open";
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("one ", file);
  std::fflush(file);
  const std::string self = "/dev/fd/" + std::to_string(::fileno(file));
  EXPECT_TRUE(save_file_atomically(self, "two "));
  std::fputs("three", file);
  std::fclose(file);
  EXPECT_EQ(content_of(path), "one two three");
  EXPECT_EQ(count_files(folder.path()), 1u);
}

TEST(FileDeathTest, LeavesNothingWhenItIsKilled) {
  if (!PORTOLAN_LINUX) GTEST_SKIP() << "plain C++ knows no files without a name";
  const TemporaryFolder folder;
  folder.put("file", "old");
  const auto save_and_die = [&] {
    const rlimit little{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &little);
    ::signal(SIGXFSZ, SIG_DFL);
    std::ignore = save_file_atomically(folder.path() / "file", std::string(100'000, 'x'));
  };
  EXPECT_EXIT(save_and_die(), ::testing::KilledBySignal(SIGXFSZ), "");
  EXPECT_EQ(content_of(folder.path() / "file"), "old");
  if (const int made = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600); made >= 0) {
    ::close(made);
    EXPECT_EQ(count_files(folder.path()), 1u);
  }
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
}  // namespace portolan::detail
