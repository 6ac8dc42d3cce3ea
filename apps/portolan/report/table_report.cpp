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

/// What to give --tables for so many bytes of a forecast, which may fall short by a tenth.
std::uint64_t megabytes_for(std::uint64_t bytes) { return (bytes + bytes / 8) / 1'000'000 + 1; }

Json offer_json(std::uint64_t bytes) {
  return {{"bytes", bytes}, {"megabytes", megabytes_for(bytes)}};
}

}  // namespace

std::string tables_text(const Tables& tables, double build_ms) {
  std::string text = fmt::format("  tables      {}", choice_text(tables.choice()));
  if (tables.bytes() == 0) return text + "\n";
  text += fmt::format("; built in {:.1f} ms\n              ", build_ms);
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

std::string more_memory_text(const std::optional<MoreMemory>& more) {
  if (!more) return "";
  std::string text =
      fmt::format("  more memory all tables take about {} (--tables {}): queries are look-ups",
                  memory(more->all), megabytes_for(more->all));
  if (more->some)
    text += fmt::format("; some of them {} (--tables {}): slower ones", memory(*more->some),
                        megabytes_for(*more->some));
  return text + "\n";
}

Json more_memory_json(const std::optional<MoreMemory>& more) {
  if (!more) return nullptr;
  Json json = Json::object();
  json["all"] = offer_json(more->all);
  if (more->some) json["some"] = offer_json(*more->some);
  return json;
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
