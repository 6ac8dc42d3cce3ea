# Every library from elsewhere is found here, and only where an enabled part needs it.
# packages.txt names the Debian packages, THIRD_PARTY.md the licences.

# What each module links; `portolan_add_module` reads these.
find_path(PORTOLAN_METIS_DIR metis.h REQUIRED)
find_library(PORTOLAN_METIS_LIBRARY metis REQUIRED)
set(PORTOLAN_INCLUDES_partition ${PORTOLAN_METIS_DIR})
set(PORTOLAN_LIBRARIES_partition metis)
find_path(PORTOLAN_TBB_DIR oneapi/tbb.h REQUIRED)
find_library(PORTOLAN_TBB_LIBRARY tbb REQUIRED)
set(PORTOLAN_INCLUDES_batch ${PORTOLAN_TBB_DIR})
set(PORTOLAN_LIBRARIES_batch tbb)
if(PORTOLAN_IO)
  find_path(PORTOLAN_RECAST_DIR DetourNavMesh.h PATH_SUFFIXES recastnavigation REQUIRED)
  find_library(PORTOLAN_RECAST_LIBRARY Recast REQUIRED)
  set(PORTOLAN_PUBLIC_INCLUDES_recast ${PORTOLAN_RECAST_DIR})  # its headers speak Detour
  set(PORTOLAN_PUBLIC_LIBRARIES_recast Recast Detour DetourCrowd)
  find_package(nlohmann_json REQUIRED)
  find_path(PORTOLAN_STB_DIR stb/stb_image.h REQUIRED)
  find_path(PORTOLAN_XXHASH_DIR xxhash.h REQUIRED)
  find_library(PORTOLAN_XXHASH_LIBRARY xxhash REQUIRED)
  set(PORTOLAN_INCLUDES_io ${PORTOLAN_STB_DIR} ${PORTOLAN_XXHASH_DIR})
  set(PORTOLAN_LIBRARIES_io $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> xxhash)
  if(PORTOLAN_GDAL)
    find_path(PORTOLAN_GDAL_DIR gdal.h PATH_SUFFIXES gdal)
    find_library(PORTOLAN_GDAL_LIBRARY gdal)
    if(PORTOLAN_GDAL_DIR AND PORTOLAN_GDAL_LIBRARY)
      list(APPEND PORTOLAN_INCLUDES_io ${PORTOLAN_GDAL_DIR})
      list(APPEND PORTOLAN_LIBRARIES_io gdal)
      set(PORTOLAN_NEEDS_GDAL gdal)  # for those who use the package
      set_source_files_properties(${PROJECT_SOURCE_DIR}/src/portolan/io/maps/geotiff.cpp
                                  PROPERTIES COMPILE_DEFINITIONS PORTOLAN_GDAL=1)
    else()
      message(STATUS "No GDAL: GeoTIFF is not read")
    endif()
  endif()
endif()
if(PORTOLAN_TOOL OR PORTOLAN_BENCH)
  find_package(CLI11 REQUIRED)
  find_package(fmt REQUIRED)
endif()
if(PORTOLAN_TOOL)
  find_path(PORTOLAN_HTTPLIB_DIR httplib.h REQUIRED)
  find_library(PORTOLAN_HTTPLIB_LIBRARY cpp-httplib REQUIRED)
  # Its classes are laid out for what it was built with: see Cflags in cpp-httplib.pc.
  set(PORTOLAN_HTTPLIB_DEFINITIONS CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT
                                   CPPHTTPLIB_BROTLI_SUPPORT)
endif()
if(PORTOLAN_BENCH OR PORTOLAN_TESTS)
  find_package(nlohmann_json REQUIRED)
endif()
if(PORTOLAN_TESTS)
  find_package(GTest REQUIRED)
  find_package(Boost REQUIRED)  # headers of Boost.Graph: an oracle, for tests only
endif()
if(PORTOLAN_TOOL OR PORTOLAN_BENCH OR PORTOLAN_TESTS OR PORTOLAN_EXAMPLES OR PORTOLAN_FUZZ OR
   PORTOLAN_STRESS)
  find_package(Threads REQUIRED)
endif()
