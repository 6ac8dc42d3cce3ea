#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace portolan::detail::bench {

/// Rows of text under headings, for a page and for a program.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  void add(std::vector<std::string> row) { rows.push_back(std::move(row)); }

  /// The first column to the left, the others to the right.
  std::string markdown() const {
    std::string text = line("| ", columns, " | ", " |\n") + "|---|";
    for (std::size_t i = 1; i < columns.size(); ++i) text += "--:|";
    text += '\n';
    for (const auto& row : rows) text += line("| ", row, " | ", " |\n");
    return text;
  }
  /// Needs fields without commas.
  std::string csv() const {
    std::string text = line("", columns, ",", "\n");
    for (const auto& row : rows) text += line("", row, ",", "\n");
    return text;
  }

 private:
  static std::string line(const char* first, const std::vector<std::string>& fields,
                          const char* between, const char* last) {
    std::string text = first;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += between;
      text += fields[i];
    }
    return text += last;
  }
};

}  // namespace portolan::detail::bench
