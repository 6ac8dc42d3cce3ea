#pragma once

#include <memory>
#include <string>

#include "arguments/build_arguments.h"
#include "arguments/command.h"
#include "arguments/query_arguments.h"
#include "portolan/tables/shortcut_climb.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// A built world from its file; or what a world is made from, which is built in memory with the
/// build options. Build options for a built world, which has its own, are refused.
std::unique_ptr<World> open_world(BegunFile file, const BuildArguments& build,
                                  TableExtras extras = TableExtras::all);

/// What every subcommand that works on a world reads.
struct WorldArguments {
  std::string world;
  bool json = false;
  BuildArguments build;

  /// Adds WORLD, --json and the build options; the object must outlive the subcommand.
  void add_to(Command& command, const char* json_help);
  std::unique_ptr<World> open(TableExtras extras = TableExtras::all) const {
    return open_world(world, build, extras);
  }
};

/// Says on standard error which agent type answers, where the world has several and none was named.
void tell_agent(const World& world, const QueryArguments& query);
/// Adds the agent type that answers to what `--json` prints, as "agent"; nothing where the world
/// knows none.
void add_agent(Json& document, const World& world, const QueryArguments& query);

/// What every subcommand that asks for paths reads.
struct AskingArguments {
  WorldArguments world;
  QueryArguments query;

  /// Adds the above and the query options.
  void add_to(Command& command, const char* json_help);
  /// Opens the world, refuses query options that are not for it, and chooses the algorithm where
  /// none was named.
  std::unique_ptr<World> open();
  /// The same for one query, without what only quickens many. Of a large terrain A* answers it long
  /// before the tables are read and checked: where nothing else is asked for, only the ground is
  /// read, and a line says so.
  std::unique_ptr<World> open_for_one();

 private:
  void check_tables_of_file() const;
  std::unique_ptr<World> settle(std::unique_ptr<World> opened);
};

}  // namespace portolan::detail::cli
