# How the targets of the project are made. All lists of files are globbed with CONFIGURE_DEPENDS:
# a new file is picked up by the next build.

# Products are never fused with sums, which some machines do by default: the same paths everywhere.
if(NOT MSVC)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
endif()
if(PORTOLAN_PORTABLE)
  add_compile_definitions(PORTOLAN_PORTABLE)
endif()

# The warnings that the project's own code is held to.
function(portolan_warnings target)
  if(MSVC)
    return()
  endif()
  set(warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND warnings -Wno-restrict)  # false alarms about text + text,
    if(PORTOLAN_PRECOMPILE)  # and more of them there
      list(APPEND warnings -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
    endif()
  endif()
  if(PORTOLAN_WERROR)
    list(APPEND warnings -Werror)
  endif()
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>")
endfunction()

# One library a module of modules.txt, portolan_<module>. The modules api_X implement the headers
# of include/portolan: each is the component Portolan::X, and Portolan::portolan is all of them.
function(portolan_add_modules)
  portolan_read_modules(${PROJECT_SOURCE_DIR})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS modules.txt)
  if(NOT PORTOLAN_IO)
    list(REMOVE_ITEM PORTOLAN_MODULES recast io api_recast api_io)
  endif()
  add_library(portolan_portolan INTERFACE)
  add_library(Portolan::portolan ALIAS portolan_portolan)
  set(installed portolan)
  set(in_tree gpu api_gpu)  # an installed package would ask every user for a CUDA compiler
  foreach(module IN LISTS PORTOLAN_MODULES)
    portolan_add_module(${module} ${PORTOLAN_DIR_${module}} "${PORTOLAN_USES_${module}}")
    if(PORTOLAN_DIR_${module} MATCHES "^src/" AND NOT module IN_LIST in_tree)
      list(APPEND installed ${module})
    endif()
    if(module MATCHES "^api_" AND NOT module IN_LIST in_tree)
      target_link_libraries(portolan_portolan INTERFACE portolan_${module})
    endif()
    set(PORTOLAN_USES_${module} "${PORTOLAN_USES_${module}}" PARENT_SCOPE)
    set(PORTOLAN_DIR_${module} ${PORTOLAN_DIR_${module}} PARENT_SCOPE)
  endforeach()
  set(PORTOLAN_MODULES "${PORTOLAN_MODULES}" PARENT_SCOPE)
  set(PORTOLAN_INSTALLED_MODULES "${installed}" PARENT_SCOPE)
endfunction()

# What most sources include. The preset dev does without, so that sources and headers are known to
# include what they use.
set(PORTOLAN_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <functional> <memory> <optional>
                         <span> <string> <string_view> <utility> <vector>)

# Lets a module use the headers precompiled for all of them.
function(portolan_precompile target)
  if(NOT PORTOLAN_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET portolan_precompiled)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled.cpp CONTENT "")
    add_library(portolan_precompiled OBJECT ${PROJECT_BINARY_DIR}/precompiled.cpp)
    portolan_module_options(portolan_precompiled)
    target_compile_features(portolan_precompiled PRIVATE cxx_std_20)
    target_precompile_headers(portolan_precompiled PRIVATE ${PORTOLAN_PRECOMPILED})
  endif()
  target_precompile_headers(${target} REUSE_FROM portolan_precompiled)
endfunction()

# Tells fuzz targets which code an input reached; and in code that reads files, what it was compared
# with. Elsewhere that would slow the tests down by half, since they run over the same libraries.
set(PORTOLAN_COVERAGE -fsanitize-coverage=inline-8bit-counters,pc-table)
set(PORTOLAN_COVERAGE_OF_READERS ${PORTOLAN_COVERAGE},trace-cmp)

function(portolan_module_options target)
  portolan_warnings(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(PORTOLAN_FUZZ)
    target_compile_options(${target} PRIVATE ${PORTOLAN_COVERAGE})
  endif()
endfunction()

# What is compiled for several machines (PORTOLAN_BY_MACHINE). Always a translation unit of its own,
# so that tests can link another build of it in its place.
set(PORTOLAN_KERNELS src/portolan/tables/min_plus.cpp src/portolan/tables/row_sums.cpp
                     src/portolan/core/funnel.cpp src/portolan/grid/write_path.cpp
                     src/portolan/terrain/terrain_bound.cpp)
list(TRANSFORM PORTOLAN_KERNELS PREPEND ${PROJECT_SOURCE_DIR}/)
set_source_files_properties(${PORTOLAN_KERNELS} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# Where CMAKE_UNITY_BUILD is on, as in the presets, the sources of a folder are compiled together:
# so what a source keeps to itself has a name that no other source of its folder uses.
function(portolan_compile_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    string(REGEX REPLACE "^.*_portolan_|^.*_" "" group "${group}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()

function(portolan_add_module module dir uses)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${dir}/*.cpp)
  set(include_dirs ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  if(NOT dir MATCHES "^src/")
    list(APPEND include_dirs ${PROJECT_SOURCE_DIR})
  endif()
  set(target portolan_${module})
  if(sources)
    add_library(${target} STATIC ${sources})
    set(scope PUBLIC)
    portolan_module_options(${target})
    portolan_compile_by_folder(${target} ${sources})
    portolan_precompile(${target})
    if(PORTOLAN_FUZZ AND module MATCHES "^(io|recast|validation)$")
      target_compile_options(${target} PRIVATE ${PORTOLAN_COVERAGE_OF_READERS})
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME detail_${module})
  file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${dir}/*.cu)
  if(cuda_sources AND PORTOLAN_CUDA AND CMAKE_CUDA_COMPILER)
    portolan_add_cuda_sources(${target} ${cuda_sources})
  endif()
  if(module MATCHES "^api_(.*)")
    add_library(Portolan::${CMAKE_MATCH_1} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${CMAKE_MATCH_1})
  endif()
  target_compile_features(${target} ${scope} cxx_std_20)
  target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${include_dirs}>"
                                                $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM uses PREPEND portolan_)
  target_link_libraries(${target} ${scope} ${uses})
  if(sources)
    target_include_directories(${target} SYSTEM PRIVATE ${PORTOLAN_INCLUDES_${module}})
    target_include_directories(${target} SYSTEM PUBLIC ${PORTOLAN_PUBLIC_INCLUDES_${module}})
    target_link_libraries(${target} PRIVATE ${PORTOLAN_LIBRARIES_${module}}
                                    PUBLIC ${PORTOLAN_PUBLIC_LIBRARIES_${module}})
  endif()
endfunction()

# Kernels are compiled for Hopper unless CMAKE_CUDA_ARCHITECTURES says otherwise. Products are not
# fused there either: a GPU gives the answers of a CPU.
function(portolan_add_cuda_sources target)
  target_sources(${target} PRIVATE ${ARGN})
  target_compile_definitions(${target} PRIVATE PORTOLAN_HAS_CUDA)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 -fmad=false --expt-relaxed-constexpr -diag-suppress=2810>)
endfunction()

# Lets a target of programs use all modules.
function(portolan_link_all_modules target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_link_libraries(${target} PUBLIC Portolan::portolan Threads::Threads)
  foreach(module IN ITEMS api_gpu scenes studies measuring)
    if(TARGET portolan_${module})
      target_link_libraries(${target} PUBLIC portolan_${module})
    endif()
  endforeach()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE PORTOLAN_VERSION="${PROJECT_VERSION}"
                                               PORTOLAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  portolan_warnings(${target})
endfunction()

# An executable over all modules, left in <build>/bin.
function(portolan_add_executable target)
  add_executable(${target} ${ARGN})
  portolan_link_all_modules(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()
