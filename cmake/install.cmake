# `find_package(Portolan [COMPONENTS core grid ...])` gives Portolan::<module> for each module and
# Portolan::portolan for all of them. Shown to work by tests/consumer.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Portolan)
set_target_properties(portolan_portolan PROPERTIES EXPORT_NAME portolan)
list(TRANSFORM PORTOLAN_INSTALLED_MODULES PREPEND portolan_ OUTPUT_VARIABLE targets)
install(TARGETS ${targets} EXPORT PortolanTargets FILE_SET HEADERS)
install(EXPORT PortolanTargets NAMESPACE Portolan:: DESTINATION ${package_dir})
configure_package_config_file(cmake/PortolanConfig.cmake.in PortolanConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(PortolanConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/PortolanConfig.cmake
              ${PROJECT_BINARY_DIR}/PortolanConfigVersion.cmake
        DESTINATION ${package_dir})
if(TARGET portolan)
  install(TARGETS portolan)
endif()
