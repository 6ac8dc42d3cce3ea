# `find_package(Portolan [COMPONENTS grid navmesh ...])` gives Portolan::<component> for each header
# of include/portolan and Portolan::portolan for all of them. Shown to work by tests/consumer.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Portolan)
set_target_properties(portolan_portolan PROPERTIES EXPORT_NAME portolan)
list(TRANSFORM PORTOLAN_INSTALLED_MODULES PREPEND portolan_ OUTPUT_VARIABLE targets)
install(TARGETS ${targets} EXPORT PortolanTargets)
file(GLOB headers ${PROJECT_SOURCE_DIR}/include/portolan/*.h)
list(FILTER headers EXCLUDE REGEX "/gpu\\.h$")
if(NOT PORTOLAN_IO)
  list(FILTER headers EXCLUDE REGEX "/(recast|detour|io|portolan)\\.h$")
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/portolan)
install(EXPORT PortolanTargets NAMESPACE Portolan:: DESTINATION ${package_dir})
set(PORTOLAN_IO_COMPONENTS "")
if(PORTOLAN_IO)
  set(PORTOLAN_IO_COMPONENTS "recast io")
endif()
configure_package_config_file(cmake/PortolanConfig.cmake.in PortolanConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(PortolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PortolanConfig.cmake
              ${PROJECT_BINARY_DIR}/PortolanConfigVersion.cmake
        DESTINATION ${package_dir})
if(PORTOLAN_IO)  # some of them load and save
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples
          DESTINATION ${CMAKE_INSTALL_DATADIR}/portolan
          FILES_MATCHING PATTERN "*.cpp" PATTERN "CMakeLists.txt")
endif()
if(TARGET portolan)
  install(TARGETS portolan)
  set(texts ${PROJECT_BINARY_DIR}/apps)
  set(texts_of_project README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md THIRD_PARTY.md LICENSE)
  install(FILES ${texts}/portolan.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${texts}/portolan.bash RENAME portolan
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${texts}/portolan.zsh RENAME _portolan
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${texts}/portolan.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(FILES ${PROJECT_SOURCE_DIR}/docs/json-schema.json
          DESTINATION ${CMAKE_INSTALL_DATADIR}/portolan)
  list(TRANSFORM texts_of_project PREPEND ${PROJECT_SOURCE_DIR}/)
  install(FILES ${texts_of_project} DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
          FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg" PATTERN "*.csv"
          PATTERN "json-schema.json")
  foreach(file IN ITEMS packages.txt cmake/third_party.cmake bench/report/thesis-paths.csv
                        bench/report/thesis-waves.csv)  # that pages link to
    cmake_path(GET file PARENT_PATH folder)
    install(FILES ${PROJECT_SOURCE_DIR}/${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
  endforeach()
endif()
