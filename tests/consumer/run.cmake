# cmake -DROUTE=find_package|fetch_content|examples -DSOURCE=… -DBUILD=… … -P run.cmake
# Builds this folder as a project outside the tree: against an installed Portolan, each component
# alone, or against its sources; or the examples, as they were installed, and runs them.
cmake_minimum_required(VERSION 3.24)
set(scratch ${BUILD}/consumer/${ROUTE})
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Configures a project of somebody else.
function(configure source folder)
  run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${source} -B ${folder} ${portolan} ${ARGN}
      -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}
      "-DCMAKE_CXX_FLAGS=${CXX_FLAGS} -O0 -g0")
endfunction()

# Configures, builds and runs it with one component, or with all of them where that is empty.
function(consume component)
  set(folder ${scratch}/build_${component})
  configure(${scratch}/source ${folder} -DCOMPONENT=${component})
  run(${CMAKE_COMMAND} --build ${folder} --target consumer)
  execute_process(COMMAND ${folder}/consumer WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "a program outside the tree has used Portolan ${component}")
endfunction()

file(COPY ${SOURCE}/tests/consumer/ DESTINATION ${scratch}/source)
if(NOT ROUTE STREQUAL fetch_content)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${scratch}/prefix)
  set(portolan -DCMAKE_PREFIX_PATH=${scratch}/prefix)
endif()
if(ROUTE STREQUAL examples)
  file(COPY ${scratch}/prefix/share/portolan/examples DESTINATION ${scratch})
  configure(${scratch}/examples ${scratch}/build)
  run(${CMAKE_COMMAND} --build ${scratch}/build)
  run(${CMAKE_CTEST_COMMAND} --test-dir ${scratch}/build --output-on-failure --no-tests=error)
  file(GLOB examples RELATIVE ${SOURCE}/examples ${SOURCE}/examples/*.cpp)
  foreach(example IN LISTS examples)
    if(NOT EXISTS ${scratch}/examples/${example})
      message(FATAL_ERROR "${example} is not installed")
    endif()
  endforeach()
  if(EXISTS ${scratch}/prefix/bin/portolan)
    file(GLOB documents ${scratch}/prefix/share/doc/*)
    run(${CMAKE_COMMAND} -DROOT=${documents} -P ${SOURCE}/tests/structure/check_links.cmake)
    foreach(file IN ITEMS man/man1/portolan.1 bash-completion/completions/portolan
                          zsh/site-functions/_portolan fish/vendor_completions.d/portolan.fish
                          portolan/json-schema.json)
      file(SIZE ${scratch}/prefix/share/${file} size)
      if(size LESS 1000)
        message(FATAL_ERROR "share/${file} is not all there: ${size} bytes")
      endif()
    endforeach()
  endif()
elseif(ROUTE STREQUAL find_package)
  foreach(component IN ITEMS "" grid navmesh terrain graph batch recast io)
    consume("${component}")
  endforeach()
  file(STRINGS ${BUILD}/CMakeCache.txt metis REGEX "^PORTOLAN_METIS_LIBRARY:" LIMIT_COUNT 1)
  string(REGEX REPLACE "^[^=]*=" "" metis "${metis}")
  cmake_path(GET metis FILENAME name)
  file(MAKE_DIRECTORY ${scratch}/elsewhere/lib)
  file(CREATE_LINK ${metis} ${scratch}/elsewhere/lib/${name} SYMBOLIC)
  configure(${scratch}/source/components ${scratch}/build_components
            -DELSEWHERE=${scratch}/elsewhere)
  message(STATUS "components that lack a library are told apart")
else()
  set(portolan -DPORTOLAN_SOURCES=${SOURCE})
  consume(graph)  # of all components the one made of the fewest sources
endif()
