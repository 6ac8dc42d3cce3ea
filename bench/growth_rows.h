#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "growth_measure.h"
#include "study.h"

namespace portolan::detail::bench {

/// The rows of this run and of earlier ones: the large worlds take too long to measure them all
/// every time.
class GrowthRows {
 public:
  void load(const std::filesystem::path& earlier) {
    std::ifstream file(earlier);
    std::ostringstream text;
    text << file.rdbuf();
    if (text.str().starts_with(growth_rows().text())) merge(text.str());
  }
  /// Takes over all rows of a CSV text.
  void merge(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) put(line);
  }
  /// A case that there was not enough memory for.
  void leave_out(const GrowthCase& c, const std::string& version) {
    put(fmt::format("{},{},{:.6g},{},left out", c.world, c.size, c.bytes_per_node, version));
  }
  Csv rows() const {
    Csv rows = growth_rows();
    for (const std::string& line : lines_) rows.add_line(line);
    return rows;
  }
  /// Whether all answers that were checked are right.
  bool right() const {
    return std::all_of(lines_.begin(), lines_.end(), [](const std::string& line) {
      return line.ends_with(",0") || line.ends_with(",left out");
    });
  }

 private:
  /// World, size and budget.
  static std::string case_of(const std::string& line) {
    std::size_t end = 0;
    for (int field = 0; field < 3; ++field) end = line.find(',', end) + 1;
    return line.substr(0, end);
  }
  /// Adds a line, in place of one of the same case.
  void put(const std::string& line) {
    const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const std::string& other) {
      return case_of(other) == case_of(line);
    });
    if (same == lines_.end())
      lines_.push_back(line);
    else
      *same = line;
  }

  std::vector<std::string> lines_;
};

}  // namespace portolan::detail::bench
