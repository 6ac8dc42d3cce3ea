#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <concepts>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "setting.h"

/// What a benchmark leaves: CSV files and the setting they were measured in. bench/report makes
/// pages and plots of them.
namespace portolan::detail::bench {

/// Rows under named columns; no field may hold a quote or a line break.
class Csv {
 public:
  explicit Csv(std::string columns) : text_(std::move(columns) + '\n') {}

  /// Adds a row: numbers with six digits, whole ones and words as they are.
  template <class First, class... Others>
  void add(const First& first, const Others&... others) {
    text_ += field(first);
    ((text_ += ',' + field(others)), ...);
    text_ += '\n';
  }
  /// Adds a row as it is to stand in the file.
  void add_line(const std::string& line) { text_ += line + '\n'; }
  const std::string& text() const { return text_; }

 private:
  template <class T>
  static std::string field(const T& value) {
    if constexpr (std::floating_point<T>) {
      return fmt::format("{:.6g}", value);
    } else {
      const std::string text = fmt::format("{}", value);
      return text.find(',') == std::string::npos ? text : '"' + text + '"';
    }
  }

  std::string text_;
};

/// The data of one page: a folder of its name among the results.
struct Study {
  std::string page;
  std::string command;
  std::filesystem::path results = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "docs" / "results";
  std::string version = "unknown";
  bool provisional = false;  ///< Timed while the machine did other work.

  Study(std::string name, int argc, char** argv)
      : page(std::move(name)), command(command_line(argc, argv)) {}

  void add_options(CLI::App& app) {
    app.add_option("--folder", results, "where the data go, in a folder named by the page");
    app.add_option("--commit", version, "which version this is, for the record");
    app.add_flag("--provisional", provisional, "say that the machine was busy");
  }

  std::filesystem::path folder() const { return results / page; }

  void write(const std::string& name, const Csv& rows) const {
    write_text(folder() / name, rows.text());
  }
  /// What a reader must know to judge the numbers; `more` is what the page says of this run.
  void write_setting(const nlohmann::ordered_json& more = nlohmann::ordered_json::object()) const {
    nlohmann::ordered_json setting{{"machine", machine_name()},
                                   {"build", PORTOLAN_BUILD},
                                   {"version", version},
                                   {"command", command},
                                   {"provisional", provisional}};
    setting.update(more);
    write_text(folder() / "setting.json", setting.dump(2) + "\n");
  }
};

/// The number of rounds, at least one.
inline void add_rounds(CLI::App& app, unsigned& rounds) {
  app.add_option("--rounds", rounds, "of timing")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
}

}  // namespace portolan::detail::bench
