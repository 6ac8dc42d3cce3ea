#pragma once

#include <string>

#include "arguments/command.h"
#include "failure.h"

/// The subcommands: each of these adds one, which leaves its outcome in `exit` when it has run.
namespace portolan::detail::cli {

void add_generate(Command& app);
void add_build(Command& app);
void add_info(Command& app);
void add_path(Command& app, ExitCode& exit);
void add_run(Command& app);
void add_batch(Command& app);
void add_check(Command& app, ExitCode& exit);
void add_wave(Command& app);
void add_merge_steps(Command& app);
void add_view(Command& app);
void add_demo(Command& app);
void add_manual(Command& app, const std::string& version);
void add_completion(Command& app);

}  // namespace portolan::detail::cli
