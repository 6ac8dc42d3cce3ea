# cmake -DWAY=find_package|fetch_content -DSOURCE=… -DBUILD=… … -P run.cmake
# Builds this folder as a project outside the tree: against an installed Portolan, each component
# alone, or against its sources.
cmake_minimum_required(VERSION 3.24)
set(scratch ${BUILD}/consumer/${WAY})
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Configures, builds and runs it with one component, or with all of them where that is empty.
function(consume component)
  set(folder ${scratch}/build_${component})
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${scratch}/source -B ${folder} ${portolan}
      -DCOMPONENT=${component} -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
      "-DCMAKE_CXX_FLAGS=${CXX_FLAGS} -O0 -g0")
  run(${CMAKE_COMMAND} --build ${folder} --target consumer)
  execute_process(COMMAND ${folder}/consumer WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "a program outside the tree has used Portolan ${component}")
endfunction()

file(COPY ${SOURCE}/tests/consumer/ DESTINATION ${scratch}/source)
if(WAY STREQUAL find_package)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
  set(portolan -DCMAKE_PREFIX_PATH=${scratch}/prefix)
  foreach(component IN ITEMS "" grid navmesh terrain graph batch recast io)
    consume("${component}")
  endforeach()
else()
  set(portolan -DPORTOLAN_SOURCES=${SOURCE})
  consume(graph)  # of all components the one made of the fewest sources
endif()
