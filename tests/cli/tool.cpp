#include "tool.h"

#include <sys/wait.h>

#include <cstdlib>

namespace portolan {

ToolResult ToolFolder::run(const std::string& arguments) const {
  const std::string command = "cd '" + folder_.path().string() + "' && '" PORTOLAN_TOOL_PATH "' " +
                              arguments + " >.out 2>.err </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(".out"), read(".err")};
}

}  // namespace portolan
