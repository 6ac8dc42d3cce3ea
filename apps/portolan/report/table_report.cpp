#include "report/table_report.h"

#include <fmt/format.h>

#include "report/table.h"

namespace portolan::detail::cli {
namespace {

/// "connect table and labels: everything fits".
std::string choice_text(const Tables::Choice& choice) {
  if (choice.reason.empty()) return "none";
  const bool connect = choice.connect;
  const char* const kept = choice.far == FarMethod::search   ? connect ? "connect table" : "none"
                           : choice.far == FarMethod::labels ? "connect table and labels"
                           : connect                         ? "connect table and shortcuts"
                                                             : "shortcuts alone";
  return fmt::format("{}: {}", kept, choice.reason);
}

}  // namespace

std::string tables_text(const Tables& tables) {
  std::string text = fmt::format("  tables      {}", choice_text(tables.choice()));
  if (tables.bytes() == 0) return text + "\n";
  text += fmt::format("; built in {:.1f} ms\n              ", tables.build_ms());
  if (tables.choice().connect) text += "connect table " + memory(tables.connect().bytes());
  if (!tables.answer()) return text + "\n";
  text += tables.choice().connect ? ", " : fmt::format("of level {}: ", tables.level());
  text += fmt::format("links {}", memory(tables.link_bytes()));
  if (const std::size_t all = tables.shortcuts().bytes(); all > 0) {
    const std::size_t top = tables.shortcuts().top.bytes();
    text += fmt::format(", shortcuts {}", memory(all - top));
    if (top > 0) text += fmt::format(", labels of the topmost gates {}", memory(top));
  } else {
    text += fmt::format(", labels {}", memory(tables.labels().bytes()));
  }
  return text + fmt::format("; up to {} above each other, {} per cell\n",
                            counted(tables.most_hubs(), "gate"), grouped(tables.most_gates()));
}

std::string forecast_text(const Tables& tables, const TableForecast& forecast) {
  const auto option = [](std::uint64_t bytes) {  // a forecast may fall short by a tenth
    return fmt::format("--tables {}", (bytes + bytes / 8) / 1'000'000 + 1);
  };
  std::string text =
      fmt::format("  more memory all tables take about {} ({}): queries are look-ups",
                  memory(forecast.with_labels), option(forecast.with_labels));
  if (!tables.complete() && forecast.with_shortcuts < forecast.with_labels)
    text += fmt::format("; some of them {} ({}): slower ones", memory(forecast.with_shortcuts),
                        option(forecast.with_shortcuts));
  return text + "\n";
}

Json tables_json(const Tables& tables) {
  const Tables::Choice& choice = tables.choice();
  return {{"paths_between_cells", name(choice.far)},
          {"connect_table", choice.connect},
          {"level", tables.level()},
          {"reason", choice.reason},
          {"connect_bytes", tables.connect().bytes()},
          {"link_bytes", tables.link_bytes()},
          {"label_bytes", tables.labels().bytes() + tables.shortcuts().top.bytes()},
          {"shortcut_bytes", tables.shortcuts().bytes() - tables.shortcuts().top.bytes()},
          {"build_ms", tables.build_ms()},
          {"deepest_tree", tables.most_hubs()},
          {"most_gates_per_cell", tables.most_gates()}};
}

}  // namespace portolan::detail::cli
