# Runs npm in a folder, quietly unless it fails: cmake -DNPM=... -DFOLDER=... -DARGUMENTS=... -P this.
cmake_minimum_required(VERSION 3.24)
separate_arguments(words UNIX_COMMAND "${ARGUMENTS}")
execute_process(COMMAND ${NPM} ${words} --prefer-offline --no-audit --no-fund
                WORKING_DIRECTORY ${FOLDER} OUTPUT_VARIABLE output ERROR_VARIABLE output
                RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "npm ${ARGUMENTS} failed in ${FOLDER}:\n${output}\n"
                      "The packages of viewer/package-lock.json must be in npm's cache or within "
                      "reach; configure with -DPORTOLAN_VIEWER=OFF to build the tool without the "
                      "viewer's page")
endif()
