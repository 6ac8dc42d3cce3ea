# The page of the viewer (viewer/), built by npm and esbuild in a copy below the build folder, so
# that the sources stay as they are. Sets `page_folder` and `page_files`: what is embedded into the
# tool; both empty where there is no page.
set(page_folder "")
set(page_files "")
if(NOT PORTOLAN_VIEWER)
  return()
endif()
find_program(PORTOLAN_NODE NAMES node nodejs)
find_program(PORTOLAN_NPM npm)
set(viewer ${PROJECT_SOURCE_DIR}/viewer)
if(NOT PORTOLAN_NODE OR NOT PORTOLAN_NPM OR NOT EXISTS ${viewer}/package.json)
  message(STATUS "No node, npm or viewer/package.json: the tool is built without the viewer's page "
                 "(Debian packages nodejs and npm)")
  return()
endif()

set(copy ${PROJECT_BINARY_DIR}/viewer/source)
set(page_folder ${PROJECT_BINARY_DIR}/viewer/page)
set(page_files ${page_folder}/index.html ${page_folder}/app.js ${page_folder}/app.css)

set(packages ${viewer}/package.json ${viewer}/package-lock.json ${viewer}/.npmrc)
add_custom_command(
  OUTPUT ${copy}/installed.stamp
  COMMAND ${CMAKE_COMMAND} -E make_directory ${copy}
  COMMAND ${CMAKE_COMMAND} -E copy ${packages} ${copy}
  COMMAND ${CMAKE_COMMAND} -DNPM=${PORTOLAN_NPM} -DFOLDER=${copy} -DARGUMENTS=ci
          -P ${CMAKE_CURRENT_SOURCE_DIR}/run_npm.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${copy}/installed.stamp
  DEPENDS ${packages} run_npm.cmake VERBATIM
  COMMENT "Installing the packages of the viewer's page")

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${viewer}/src/*)
file(GLOB others CONFIGURE_DEPENDS ${viewer}/*.html ${viewer}/*.css ${viewer}/*.mjs
     ${viewer}/tsconfig.json)
add_custom_command(
  OUTPUT ${page_files}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${copy}/src ${page_folder}
  COMMAND ${CMAKE_COMMAND} -E copy ${others} ${copy}
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${viewer}/src ${copy}/src
  COMMAND ${CMAKE_COMMAND} -E make_directory ${page_folder}
  COMMAND ${CMAKE_COMMAND} -E env OUT=${page_folder} ${CMAKE_COMMAND} -DNPM=${PORTOLAN_NPM}
          -DFOLDER=${copy} "-DARGUMENTS=run build" -P ${CMAKE_CURRENT_SOURCE_DIR}/run_npm.cmake
  DEPENDS ${copy}/installed.stamp ${page_sources} ${others} VERBATIM
  COMMENT "Building the viewer's page")
