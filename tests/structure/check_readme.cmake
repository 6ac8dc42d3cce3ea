# The program in the README is examples/01_grid_path.cpp, to the letter: so it compiles and runs.
file(READ ${ROOT}/README.md readme)
file(READ ${ROOT}/examples/01_grid_path.cpp program)
string(FIND "${readme}" "```cpp\n${program}```" found)
if(found EQUAL -1)
  message(FATAL_ERROR "README.md does not show examples/01_grid_path.cpp as it is now; copy it there")
endif()
