# How every file of talus is compiled.
#
# The same input gives the same bits on every machine, so: no flag that depends on the machine of the build, no contraction
# to fused multiply-add, no reassociation. errno and floating-point traps are not used, which lets loops vectorise.
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(talus_options INTERFACE)
target_compile_features(talus_options INTERFACE cxx_std_20)
target_compile_options(talus_options INTERFACE
  -ffp-contract=off -fno-math-errno -fno-trapping-math -fopenmp-simd
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<BOOL:${TALUS_WERROR}>:-Werror>)

if(TALUS_SANITIZE)
  add_compile_options(-fsanitize=${TALUS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TALUS_SANITIZE})
endif()
if(TALUS_SANITIZE STREQUAL "thread")
  # Debian's TBB is not instrumented. With its headers instrumented the sanitizer would report every task handed over, so
  # the one file that includes them is not, and tells the sanitizer itself what comes after what.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/math/parallel.cpp PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=thread COMPILE_DEFINITIONS TALUS_THREAD_SANITIZER SKIP_PRECOMPILE_HEADERS ON)
endif()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(talus_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()

# ccache when it is there; precompiled headers need its sloppiness.
find_program(TALUS_CCACHE ccache)
mark_as_advanced(TALUS_CCACHE)
if(TALUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  if(TALUS_PCH)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${TALUS_CCACHE})
  else()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TALUS_CCACHE})
  endif()
endif()

# talus_compile_together(TARGET): several of its files at a time, where that saves minutes: headers cost these targets more than code.
# ./check compiles each file alone, so that each includes what it needs.
function(talus_compile_together target)
  if(TALUS_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)  # meant for headers, which the compiler takes the files for
  endif()
endfunction()

# talus_add_pch(NAME LINK … HEADERS …): a target that only holds a precompiled header, for others to reuse.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/empty.cpp CONTENT "// nothing\n")
function(talus_add_pch name)
  cmake_parse_arguments(arg "" "" "LINK;HEADERS" ${ARGN})
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/generated/empty.cpp)
  target_link_libraries(${name} PRIVATE ${arg_LINK})
  target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()
