#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "tests/temporary_folder.h"

/// Runs the tool as a user does, in a folder of its own.
namespace portolan::detail {

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
  /// `arguments` as typed after "portolan".
  ToolResult run(const std::string& arguments) const;
  /// A shell command in the folder, in which $TOOL is the tool.
  ToolResult run_shell(const std::string& command) const;
  void write(const std::string& file, std::string_view bytes) const { folder_.put(file, bytes); }
  std::string read(const std::string& file) const { return content_of(folder_.path() / file); }
  bool exists(const std::string& file) const {
    return std::filesystem::exists(folder_.path() / file);
  }

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

  /// Geometry in two parts, 20 m per side and 10 m apart: "floor" at the left, "grass" at the
  /// right.
  void write_two_floors(const std::string& file) const {
    write(file,
          "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nv 30 0 0\nv 30 0 20\nv 50 0 20\nv 50 0 0\n"
          "usemtl floor\nf 1 2 3 4\nusemtl grass\nf 5 6 7 8\n");
  }
  /// A flat mesh of Polyanya's: two squares of 1 m side by side, and a triangle beside the right.
  void write_polyanya(const std::string& file) const {
    write(file,
          "mesh\n2\n7 3\n0 0 2 0 -1\n1 0 3 1 0 -1\n2 0 2 1 -1\n1 1 4 0 1 2 -1\n0 1 2 -1 0\n"
          "2 1 3 2 1 -1\n2 2 2 2 -1\n4 0 1 3 4 -1 -1 1 -1\n4 1 2 5 3 0 -1 -1 2\n"
          "3 3 5 6 -1 1 -1\n");
  }
  /// The smallest preset, built.
  void build_dungeon(const std::string& file, const std::string& options = "") const {
    run("generate navmesh --preset dungeon-119 -o dungeon.obj");
    const ToolResult built = run("build dungeon.obj -o " + file + " " + options);
    EXPECT_EQ(built.exit_code, 0) << built;
  }

 private:
  TemporaryFolder folder_;
};

inline nlohmann::json parse_json(const ToolResult& result) {
  return nlohmann::json::parse(result.out, nullptr, false);
}

}  // namespace portolan::detail
