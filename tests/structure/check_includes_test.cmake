# cmake -DCHECK=<check_includes.cmake> -DSCRATCH=<folder> -P check_includes_test.cmake
# Plants violations in small trees and expects the check to name each; clean trees must pass.
cmake_minimum_required(VERSION 3.24)
set(modules "core:\ngraph: core\ngrid: core graph\nnavmesh: core graph\nscenes: core graph grid\n")

# Runs the check over a tree of modules.txt and one file. `expected` is what its complaint must
# contain, empty where there must be none.
function(expect expected modules_text file content)
  file(REMOVE_RECURSE ${SCRATCH})
  file(WRITE ${SCRATCH}/modules.txt "${modules_text}")
  file(WRITE ${SCRATCH}/${file} "${content}")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${SCRATCH} -P ${CHECK}
                  RESULT_VARIABLE code ERROR_VARIABLE complaint OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " complaint "${complaint}")
  if(expected STREQUAL "")
    if(NOT code EQUAL 0)
      message(SEND_ERROR "${file} with ${content} should pass, but: ${complaint}")
    endif()
  else()
    string(FIND "${complaint}" "${expected}" at)
    if(code EQUAL 0 OR at EQUAL -1)
      message(SEND_ERROR "${file} with ${content} should fail with \"${expected}\", but: "
                         "exit ${code} ${complaint}")
    endif()
  endif()
endfunction()

expect("" "${modules}" src/portolan/graph/a.h "#include <vector>\n#include \"portolan/core/b.h\"\n")
expect("" "${modules}" src/portolan/core/a.h "// #include \"portolan/graph/b.h\"\n")
expect("" "${modules}" tests/grid/a_test.cpp "#include \"scenes/maze.h\"\n")
expect("src/portolan/core/a.h: includes portolan/graph/b.h, but core may not use graph"
       "${modules}" src/portolan/core/a.h "#include \"portolan/graph/b.h\"\n")
expect("navmesh may not use grid"
       "${modules}" src/portolan/navmesh/deep/a.cpp "  #  include <portolan/grid/b.h>\n")
expect("grid may not use scenes" "${modules}" src/portolan/grid/a.h "#include \"scenes/maze.h\"\n")
expect("the test of graph may not use grid"
       "${modules}" tests/graph/a_test.cpp "#include \"portolan/grid/b.h\"\n")
expect("the test of graph may not use scenes"
       "${modules}" tests/graph/a_test.cpp "#include \"scenes/maze.h\"\n")
expect("apps may not use util" "${modules}" apps/portolan/a.cpp "#include \"portolan/util/b.h\"\n")
expect("write \"portolan/<module>/<file>\"" "${modules}" src/portolan/grid/a.h "#include \"b.h\"\n")
expect("src/portolan/util: no line of modules.txt names this module"
       "${modules}" src/portolan/util/a.h "")
expect("" "${modules}" src/portolan/navmesh/a.h "#include \"portolan/types.h\"\n")
expect("navmesh may not use grid"
       "${modules}" src/portolan/navmesh/a.h "#include \"portolan/grid.h\"\n")
expect("" "${modules}" include/portolan/a.h "#include <vector>\n#include \"portolan/types.h\"\n")
expect("which is not installed"
       "${modules}" include/portolan/a.h "#include \"portolan/core/cost.h\"\n")
expect("only recast.h and detour.h" "${modules}" include/portolan/a.h "#include <metis.h>\n")
expect("" "${modules}" include/portolan/recast.h "#include <DetourNavMesh.h>\n")
expect("core uses graph, which no earlier line names"
       "core: graph\ngraph: core\n" src/portolan/core/a.h "")
file(REMOVE_RECURSE ${SCRATCH})
