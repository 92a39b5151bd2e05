# The steps of a user: install, configure a program with find_package(talus), build it, run it.
set(prefix ${SCRATCH}/prefix)
file(REMOVE_RECURSE ${SCRATCH})

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(flags "")
if(SANITIZE)
  set(flags -DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE})
endif()
run("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run("configure" ${CMAKE_COMMAND} -S ${SOURCE}/tests/install/consumer -B ${SCRATCH}/build -G ${GENERATOR}
  -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_BUILD_TYPE=${BUILD_TYPE} -DCMAKE_PREFIX_PATH=${prefix} ${flags})
run("build" ${CMAKE_COMMAND} --build ${SCRATCH}/build)
run("run" ${SCRATCH}/build/consumer)
message("${output}")
if(NOT output MATCHES "talus ${VERSION}")
  message(FATAL_ERROR "the program did not print 'talus ${VERSION}'")
endif()

# What is installed must not point back to where it was built.
file(GLOB_RECURSE texts ${prefix}/*.cmake ${prefix}/*.hpp)
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines)
  string(FIND "${lines}" "${SOURCE}/" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${text} mentions the source tree")
  endif()
endforeach()

if(EXISTS ${prefix}/bin/talus)
  run("installed talus --version" ${prefix}/bin/talus --version)
endif()
