# Runs the tests of the page (viewer/tests) in a browser, in the copy of it that the build made.
# Skipped where there is no browser, or the tool has no page.
cmake_minimum_required(VERSION 3.24)
if(NOT CHROMIUM OR NOT EXISTS ${COPY}/node_modules)
  message("SKIPPED: no Chromium (Debian package chromium), or no page in the tool")
  return()
endif()
file(REMOVE_RECURSE ${COPY}/tests)
file(COPY ${SOURCE}/tests DESTINATION ${COPY})
execute_process(COMMAND ${CMAKE_COMMAND} -E env PORTOLAN=${TOOL} CHROMIUM=${CHROMIUM} SHOTS=${SHOTS}
                        ${NPM} test
                WORKING_DIRECTORY ${COPY} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the tests of the page failed")
endif()
