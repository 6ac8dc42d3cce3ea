# cmake -DROOT=… -DCXX=… -DDETOUR=<folder of its headers> -P public_headers.cmake
# Prints what each public header pulls in. Fails where that is something that is not installed, or
# a header of METIS, oneTBB, nlohmann or, but for recast.h and detour.h, Recast and Detour.
cmake_minimum_required(VERSION 3.24)
file(GLOB headers RELATIVE ${ROOT}/include ${ROOT}/include/portolan/*.h)
foreach(header IN LISTS headers)
  set(compile ${CXX} -std=c++20 -x c++ -I ${ROOT}/include -isystem ${DETOUR} ${ROOT}/include/${header})
  execute_process(COMMAND ${compile} -M OUTPUT_VARIABLE pulled COMMAND_ERROR_IS_FATAL ANY
                  ERROR_QUIET)
  execute_process(COMMAND ${compile} -E -P OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY
                  ERROR_QUIET)
  string(REGEX MATCHALL "[^ \n\\]+\\.h[a-z]*|/usr/[^ \n\\]+" all "${pulled}")
  set(own ${all})
  list(FILTER own INCLUDE REGEX "/include/portolan/")
  list(LENGTH all all_count)
  list(LENGTH own own_count)
  string(REGEX REPLACE "[^\n]" "" lines "${text}")
  string(LENGTH "${lines}" line_count)
  message(STATUS "${header}: ${own_count} of Portolan's, ${all_count} in all, ${line_count} lines")
  set(forbidden "/src/portolan/|metis|/tbb|nlohmann")
  if(NOT header MATCHES "/(recast|detour)\\.h$")
    string(APPEND forbidden "|Recast|Detour")
  endif()
  foreach(file IN LISTS all)
    if(file MATCHES "${forbidden}")
      message(SEND_ERROR "${header} pulls in ${file}")
    endif()
  endforeach()
endforeach()
