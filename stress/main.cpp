// Random worlds at the edges of what is allowed, every answer against a plain Dijkstra.
//
//   stress [SECONDS] [--seed N] [--only graph|grid|mesh|terrain]
//
// Tries seed N, N + 1, … of every kind until the time is up (60 s; 0: that one seed only). Exits
// with 1 where something was wrong, and prints how to see it again.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "stress/cases.h"

namespace {

using namespace portolan::detail::stress;

struct Kind {
  const char* name;
  void (*attempt)(std::uint64_t seed, Tally& tally);
};
constexpr Kind kKinds[] = {
    {"graph", try_graph}, {"grid", try_grid}, {"mesh", try_mesh}, {"terrain", try_terrain}};

/// What is being tried, for a program that is dying.
char current[64];

extern "C" void tell_current(int signal) {
  (void)!::write(STDERR_FILENO, current, std::strlen(current));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

struct Arguments {
  double seconds = 60.0;
  std::uint64_t seed = 1;
  std::string only;
};

bool read(int count, char** words, Arguments& arguments) {
  for (int k = 1; k < count; ++k) {
    char* end = words[k];
    const bool seed = std::strcmp(words[k], "--seed") == 0;
    const bool only = std::strcmp(words[k], "--only") == 0;
    if ((seed || only) && ++k == count) return false;
    if (only) {
      arguments.only = words[k];
      continue;
    }
    if (seed) {
      arguments.seed = std::strtoull(words[k], &end, 10);
    } else {
      arguments.seconds = std::strtod(words[k], &end);
    }
    if (end == words[k] || *end != '\0') return false;
  }
  for (const Kind& kind : kKinds) {
    if (arguments.only == kind.name) return true;
  }
  return arguments.only.empty();
}

void print(const char* kind, const Tally& t) {
  std::printf("%-8s %9llu worlds (%llu refused)  %11llu answers  %7llu files  %7llu edits\n", kind,
              t.worlds, t.refused, t.answers, t.files, t.edits);
  if (!t.last_refusal.empty()) std::printf("         refused last: %s\n", t.last_refusal.c_str());
}

}  // namespace

/// The sanitizers shall end the program by a signal.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }   // NOLINT
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1"; }  // NOLINT

int main(int count, char** words) {
  Arguments arguments;
  if (!read(count, words, arguments)) {
    std::fprintf(stderr, "usage: stress [SECONDS] [--seed N] [--only graph|grid|mesh|terrain]\n");
    return 2;
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(signal, tell_current);
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  std::map<std::string, Tally> tallies;
  unsigned findings = 0;
  double told = 0.0;
  std::uint64_t seed = arguments.seed;
  do {
    for (const Kind& kind : kKinds) {
      if (!arguments.only.empty() && arguments.only != kind.name) continue;
      std::snprintf(current, sizeof current, "DIED at: stress 0 --only %s --seed %llu\n", kind.name,
                    static_cast<unsigned long long>(seed));
      try {
        kind.attempt(seed, tallies[kind.name]);
      } catch (const Finding& finding) {
        ++findings;
        std::printf("FOUND %s (see it again: stress 0 --only %s --seed %llu)\n",
                    finding.what.c_str(), kind.name, static_cast<unsigned long long>(seed));
      }
    }
    ++seed;
    if (passed() >= told + 60.0) {
      told = passed();
      std::printf("%5.0f s: up to seed %llu, %u findings\n", told,
                  static_cast<unsigned long long>(seed - 1), findings);
      std::fflush(stdout);
    }
  } while (passed() < arguments.seconds);
  for (const auto& [kind, tally] : tallies) print(kind.c_str(), tally);
  std::printf("seeds %llu to %llu, %u findings\n", static_cast<unsigned long long>(arguments.seed),
              static_cast<unsigned long long>(seed - 1), findings);
  return findings == 0 ? 0 : 1;
}
