# cmake -DROOT=<tree> -P one_platform_header.cmake
# Fails, naming every offender, where library, studies, measuring or tool ask anything of compiler or system beyond
# C++20 outside core/platform.h, its source, and files whose name ends in _linux.
cmake_minimum_required(VERSION 3.24)
set(of_compiler "__builtin_|_mm_|__attribute__|__extension__|__int128|__SSE|__AVX|__GNUC__|__clang__|__x86_64__|_MSC_VER|#pragma (GCC|clang)|\\[\\[gnu::|[a-z]mmintrin|arm_neon")
set(of_system "__linux__|__unix__|_WIN32|<(sys/|unistd|fcntl|signal|dlfcn|pthread|windows)")
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/include/*.h ${ROOT}/src/*.h ${ROOT}/src/*.cpp
     ${ROOT}/scenes/*.h ${ROOT}/scenes/*.cpp ${ROOT}/studies/*.h ${ROOT}/studies/*.cpp
     ${ROOT}/measuring/*.h ${ROOT}/measuring/*.cpp ${ROOT}/apps/*.h ${ROOT}/apps/*.cpp)
list(FILTER files EXCLUDE REGEX "core/platform\\.(h|cpp)$|_linux\\.(h|cpp)$")
set(found "")
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} lines REGEX "${of_compiler}|${of_system}")
  foreach(line IN LISTS lines)
    string(APPEND found "  ${file}: ${line}\n")
  endforeach()
endforeach()
if(found)
  message(FATAL_ERROR "this belongs behind core/platform.h:\n${found}")
endif()
list(LENGTH files count)
message(STATUS "${count} files are plain C++20")
