# Reads modules.txt, the one statement of which module may use which. Used by the build, which
# links by it, and by tests/structure/check_includes.cmake, which checks every #include by it.

# Sets, in the caller's scope, PORTOLAN_MODULES (in the file's order) and for each module M
# PORTOLAN_USES_<M>, the modules it may use, and PORTOLAN_DIR_<M>, its folder relative to `root`.
# A module may only use modules of earlier lines, so cycles cannot be written down. The folder of
# api_X is api/X.
function(portolan_read_modules root)
  file(STRINGS "${root}/modules.txt" lines REGEX "^[^#]")
  set(modules "")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^([a-z_]+):([a-z_ ]*)$")
      message(FATAL_ERROR "modules.txt: \"${line}\" is not of the form \"module: module module\"")
    endif()
    set(module ${CMAKE_MATCH_1})
    string(REGEX MATCHALL "[a-z_]+" uses "${CMAKE_MATCH_2}")
    foreach(used IN LISTS uses)
      if(NOT used IN_LIST modules)
        message(FATAL_ERROR "modules.txt: ${module} uses ${used}, which no earlier line names; "
                            "list a module below everything it uses")
      endif()
    endforeach()
    list(APPEND modules ${module})
    string(REGEX REPLACE "/api_" "/api/" dir src/portolan/${module})
    if(NOT IS_DIRECTORY "${root}/${dir}" AND IS_DIRECTORY "${root}/${module}")
      set(dir ${module})
    endif()
    set(PORTOLAN_USES_${module} "${uses}" PARENT_SCOPE)
    set(PORTOLAN_DIR_${module} ${dir} PARENT_SCOPE)
  endforeach()
  set(PORTOLAN_MODULES "${modules}" PARENT_SCOPE)
endfunction()

# Sets `result` to whether tests of `module` may use the scenes: where it is no foundation of
# these, so that the foundations are tested without any world. Call after portolan_read_modules.
function(portolan_tests_may_use_scenes module result)
  set(${result} FALSE PARENT_SCOPE)
  if(NOT scenes IN_LIST PORTOLAN_MODULES)
    return()
  endif()
  foreach(used IN LISTS PORTOLAN_USES_scenes)
    if(module IN_LIST PORTOLAN_USES_${used})
      return()
    endif()
  endforeach()
  set(${result} TRUE PARENT_SCOPE)
endfunction()

# Sets `result` to the module that a header of include/portolan belongs to, by its name without
# folder and ending.
function(portolan_module_of_public_header header result)
  set(core types geometry formats recast_options)
  set(navmesh surface)
  set(recast detour)
  set(api_graph graph)
  set(api_io io)
  set(${result} ${header} PARENT_SCOPE)
  foreach(module IN ITEMS core navmesh recast api_graph api_io)
    if(header IN_LIST ${module})
      set(${result} ${module} PARENT_SCOPE)
    endif()
  endforeach()
endfunction()
