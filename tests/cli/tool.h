#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

/// Runs the tool as a user does, in a folder of its own.
namespace portolan {

struct ToolResult {
  int exit_code = -1;
  std::string out;
  std::string err;
  bool says(std::string_view text) const { return (out + err).find(text) != std::string::npos; }
};

inline std::ostream& operator<<(std::ostream& stream, const ToolResult& result) {
  return stream << "exit code " << result.exit_code << "\n" << result.out << result.err;
}

/// An empty folder in which the tool runs; removed with everything in it.
class ToolFolder : public ::testing::Test {
 protected:
  ToolFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "portolan-cli-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~ToolFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// `arguments` as typed after "portolan".
  ToolResult run(const std::string& arguments) const;
  void write(const std::string& file, std::string_view bytes) const {
    std::ofstream(folder_ / file, std::ios::binary) << bytes;
  }
  std::string read(const std::string& file) const {
    std::ostringstream bytes;
    bytes << std::ifstream(folder_ / file, std::ios::binary).rdbuf();
    return bytes.str();
  }
  bool exists(const std::string& file) const { return std::filesystem::exists(folder_ / file); }

  /// A small map in two parts: the right column is cut off.
  void write_two_parts(const std::string& file) const {
    write(file,
          "type octile\nheight 6\nwidth 8\nmap\n"
          "......@.\n"
          ".@@@..@.\n"
          ".@.@..@.\n"
          ".@.@..@.\n"
          "...@..@.\n"
          "......@.\n");
  }

 private:
  std::filesystem::path folder_;
};

inline nlohmann::json parse_json(const ToolResult& result) {
  return nlohmann::json::parse(result.out, nullptr, false);
}

}  // namespace portolan
