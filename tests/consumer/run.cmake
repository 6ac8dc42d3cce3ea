# cmake -DWAY=find_package|fetch_content -DSOURCE=… -DBUILD=… … -P run.cmake
# Builds this folder as a project outside the tree, against an installed Portolan or its sources.
cmake_minimum_required(VERSION 3.24)
set(scratch ${BUILD}/consumer/${WAY})
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(WAY STREQUAL find_package)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
  set(portolan -DCMAKE_PREFIX_PATH=${scratch}/prefix)
else()
  set(portolan -DPORTOLAN_SOURCES=${SOURCE})
endif()
file(COPY ${SOURCE}/tests/consumer/ DESTINATION ${scratch}/source)
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${scratch}/source -B ${scratch}/build ${portolan}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
    -DCMAKE_CXX_FLAGS=${CXX_FLAGS} -DCMAKE_BUILD_TYPE=Debug)
run(${CMAKE_COMMAND} --build ${scratch}/build --target consumer)
run(${scratch}/build/consumer)
