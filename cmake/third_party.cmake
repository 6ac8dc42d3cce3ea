# Every library from elsewhere is found here, and only where an enabled part needs it.
# packages.txt names the Debian packages, THIRD_PARTY.md the licences.

if(PORTOLAN_IO)
  find_package(nlohmann_json REQUIRED)
  find_path(PORTOLAN_STB_DIR stb/stb_image.h REQUIRED)
  find_path(PORTOLAN_XXHASH_DIR xxhash.h REQUIRED)
  find_library(PORTOLAN_XXHASH_LIBRARY xxhash REQUIRED)
endif()
if(PORTOLAN_TOOL OR PORTOLAN_BENCH)
  find_package(CLI11 REQUIRED)
  find_package(fmt REQUIRED)
  find_package(nlohmann_json REQUIRED)
endif()
if(PORTOLAN_TESTS)
  find_package(GTest REQUIRED)
  find_package(Boost REQUIRED)  # headers of Boost.Graph: an oracle, for tests only
endif()
if(PORTOLAN_TOOL OR PORTOLAN_BENCH OR PORTOLAN_TESTS OR PORTOLAN_EXAMPLES OR PORTOLAN_FUZZ)
  find_package(Threads REQUIRED)
endif()
