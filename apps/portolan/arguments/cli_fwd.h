#pragma once

/// The names of CLI11 that headers need: its own header is long to compile.
namespace CLI {
class App;
class Option;
}  // namespace CLI
