// `portolan view --picture`, by a browser that is none: what a real one draws is for
// viewer.browser.
#include <gtest/gtest.h>

#include "tests/cli/tool.h"

namespace portolan::detail {
namespace {

class ViewPicture : public ToolFolder {
 protected:
  ViewPicture() { write_two_parts("map.map"); }
};

TEST_F(ViewPicture, IsWhatTheBrowserSavesOfTheLink) {
  write("browser",
        "#!/bin/sh\nfor word; do case $word in --screenshot=*) file=${word#*=};; esac; done\n"
        "{ printf '\\211PNG\\r\\n\\032\\n'; for word; do echo \"$word\"; done; } > \"$file\"\n");
  const auto drawn = run_shell(
      "chmod +x browser; CHROMIUM=$PWD/browser $TOOL view map.map --port 0 --picture page.png "
      "--state 'http://127.0.0.1:1/#level=1&by=astar' --size 640x400");
  EXPECT_EQ(drawn.exit_code, 0) << drawn;
  const std::string page = read("page.png");
  EXPECT_NE(page.find("--window-size=640,400"), std::string::npos) << page;
  EXPECT_NE(page.find("/#level=1&by=astar\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\nhttp://127.0.0.1:"), std::string::npos) << page;
}

TEST_F(ViewPicture, NeedsABrowserAndSaysSo) {
  const auto none =
      run_shell("tool=$TOOL; PATH=/nowhere CHROMIUM= $tool view map.map --picture a.png");
  EXPECT_EQ(none.exit_code, 3) << none;
  EXPECT_TRUE(none.says("install one (Debian package chromium)")) << none;
  const auto missing = run_shell("CHROMIUM=/nowhere/chromium $TOOL view map.map --picture a.png");
  EXPECT_EQ(missing.exit_code, 3) << missing;
  const auto useless = run_shell("CHROMIUM=/bin/true $TOOL view map.map --port 0 --picture a.png");
  EXPECT_EQ(useless.exit_code, 3) << useless;
  EXPECT_TRUE(useless.says("took no picture")) << useless;
  EXPECT_FALSE(exists("a.png"));
}

TEST_F(ViewPicture, RefusesWrongArguments) {
  EXPECT_EQ(run("view map.map --picture a.jpg").exit_code, 2);
  EXPECT_EQ(run("view map.map --state level=1").exit_code, 2);
  EXPECT_EQ(run("view map.map --picture a.png --size 20x20").exit_code, 2);
  EXPECT_EQ(run("view map.map --picture a.png --size big").exit_code, 2);
  const auto edit = run_shell(
      "CHROMIUM=/bin/true $TOOL view map.map --port 0 --picture a.png "
      "--edit '{\"tiles\":[[99,0]],\"letter\":\"@\"}'");
  EXPECT_EQ(edit.exit_code, 2) << edit;
  EXPECT_TRUE(edit.says("--edit")) << edit;
}

}  // namespace
}  // namespace portolan::detail
