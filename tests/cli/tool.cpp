#include "tool.h"

#include <sys/wait.h>

#include <cstdlib>

namespace portolan::detail {

ToolResult ToolFolder::run(const std::string& arguments) const {
  return run_shell("\"$TOOL\" " + arguments + " </dev/null");
}

ToolResult ToolFolder::run_shell(const std::string& command) const {
  const std::string whole = "cd '" + folder_.path().string() +
                            "' && TOOL='" PORTOLAN_TOOL_PATH "' && { " + command +
                            "\n} >.out 2>.err";
  const int status = std::system(whole.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(".out"), read(".err")};
}

}  // namespace portolan::detail
