# Two generated headers.
#   talus/version.hpp      the version; installed with the library.
#   talus_build_info.hpp   what this build was made with and from which commit; for `talus --version`.
# The commit is looked up at each build and written only when it changed, so that a new commit recompiles only the
# files that include talus_build_info.hpp. Include it from one small .cpp.
set(generated ${PROJECT_BINARY_DIR}/generated)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}}" TALUS_FLAGS)
get_target_property(common_flags talus_options INTERFACE_COMPILE_OPTIONS)
list(FILTER common_flags INCLUDE REGEX "^-f")
list(JOIN common_flags " " common_flags)
string(STRIP "${TALUS_FLAGS} ${common_flags}" TALUS_FLAGS)
if(TALUS_SANITIZE)
  string(APPEND TALUS_FLAGS " -fsanitize=${TALUS_SANITIZE}")
endif()

configure_file(cmake/version.hpp.in ${generated}/public/talus/version.hpp @ONLY)
configure_file(cmake/talus_build_info.hpp.in ${generated}/private/talus_build_info.hpp @ONLY)

find_package(Git QUIET)
set(commit_header ${generated}/private/talus_commit.hpp)
set(write_commit ${CMAKE_COMMAND} -DGIT=${GIT_EXECUTABLE} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUT=${commit_header}
  -P ${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake)
execute_process(COMMAND ${write_commit})
add_custom_target(talus_commit COMMAND ${write_commit} BYPRODUCTS ${commit_header} COMMENT "Looking up the commit" VERBATIM)

add_library(talus_build_info INTERFACE)
target_include_directories(talus_build_info INTERFACE ${generated}/private)
add_dependencies(talus_build_info talus_commit)
