# Every library from elsewhere is found here, and only where an enabled part needs it.
# packages.txt names the Debian packages, THIRD_PARTY.md the licences.

# Finds a library, with the options of find_library, and makes it Portolan::library_<name> for
# modules to link. A program that uses the package has one of that name, too, made by
# PortolanConfig.cmake of the library found there.
function(portolan_find_library name)
  string(TOUPPER ${name} upper)
  find_library(PORTOLAN_${upper}_LIBRARY ${name} ${ARGN})
  if(PORTOLAN_${upper}_LIBRARY AND NOT TARGET Portolan::library_${name})
    add_library(Portolan::library_${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(Portolan::library_${name} PROPERTIES
                          IMPORTED_LOCATION ${PORTOLAN_${upper}_LIBRARY})
  endif()
endfunction()

# What each module links; `portolan_add_module` reads these.
find_path(PORTOLAN_METIS_DIR metis.h REQUIRED)
portolan_find_library(metis REQUIRED)
set(PORTOLAN_INCLUDES_partition ${PORTOLAN_METIS_DIR})
set(PORTOLAN_LIBRARIES_partition Portolan::library_metis)
find_path(PORTOLAN_TBB_DIR oneapi/tbb.h REQUIRED)
portolan_find_library(tbb REQUIRED)
set(PORTOLAN_INCLUDES_batch ${PORTOLAN_TBB_DIR})
set(PORTOLAN_LIBRARIES_batch Portolan::library_tbb)
if(PORTOLAN_IO)
  find_path(PORTOLAN_RECAST_DIR DetourNavMesh.h PATH_SUFFIXES recastnavigation REQUIRED)
  foreach(library IN ITEMS Recast Detour DetourCrowd)
    portolan_find_library(${library} REQUIRED)
    list(APPEND PORTOLAN_PUBLIC_LIBRARIES_recast Portolan::library_${library})
  endforeach()
  set(PORTOLAN_PUBLIC_INCLUDES_recast ${PORTOLAN_RECAST_DIR})  # its headers speak Detour
  find_package(nlohmann_json REQUIRED)
  find_path(PORTOLAN_STB_DIR stb/stb_image.h REQUIRED)
  find_path(PORTOLAN_XXHASH_DIR xxhash.h REQUIRED)
  portolan_find_library(xxhash REQUIRED)
  set(PORTOLAN_INCLUDES_io ${PORTOLAN_STB_DIR} ${PORTOLAN_XXHASH_DIR})
  set(PORTOLAN_LIBRARIES_io $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
                            Portolan::library_xxhash)
  if(PORTOLAN_GDAL)
    find_path(PORTOLAN_GDAL_DIR gdal.h PATH_SUFFIXES gdal)
    portolan_find_library(gdal)
    if(PORTOLAN_GDAL_DIR AND PORTOLAN_GDAL_LIBRARY)
      list(APPEND PORTOLAN_INCLUDES_io ${PORTOLAN_GDAL_DIR})
      list(APPEND PORTOLAN_LIBRARIES_io Portolan::library_gdal)
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
