#pragma once

#include <CLI/CLI.hpp>

#include "failure.h"

/// The subcommands: each of these adds one, which leaves its outcome in `exit` when it has run.
namespace portolan::cli {

void add_generate(CLI::App& app);
void add_build(CLI::App& app);
void add_info(CLI::App& app);
void add_path(CLI::App& app, ExitCode& exit);
void add_run(CLI::App& app);
void add_batch(CLI::App& app);
void add_check(CLI::App& app, ExitCode& exit);
void add_wave(CLI::App& app);
void add_merge_steps(CLI::App& app);
void add_demo(CLI::App& app);

}  // namespace portolan::cli
