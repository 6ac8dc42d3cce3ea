#pragma once

#include <sstream>
#include <string>

/// What the stress program found, and what it did on the way.
namespace portolan::detail::stress {

/// Thrown where an answer is wrong.
struct Finding {
  std::string what;
};

/// Throws unless `right`; the words are put together only then.
template <class... Words>
void expect(bool right, const Words&... words) {
  if (right) return;
  std::ostringstream text;
  (text << ... << words);
  throw Finding{text.str()};
}

struct Tally {
  unsigned long long worlds = 0;
  unsigned long long refused = 0;  ///< Worlds that the library declined to build, with a reason.
  unsigned long long answers = 0;
  unsigned long long files = 0;  ///< Saved, loaded and asked again.
  unsigned long long edits = 0;  ///< Compared with a rebuild.
  std::string last_refusal;

  /// Of a world that the library declined: it must say why.
  void refuse(const std::string& message) {
    expect(!message.empty(), "refused without a reason");
    last_refusal = message;
    ++refused;
  }
};

}  // namespace portolan::detail::stress
