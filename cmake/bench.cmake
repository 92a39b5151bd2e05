# The programs bench_NAME, built on request: cmake --build --preset release --target bench
find_package(benchmark QUIET)
if(NOT benchmark_FOUND)
  message(STATUS "Google Benchmark not found: no benchmarks (Debian: libbenchmark-dev)")
  return()
endif()
add_custom_target(bench)

# talus_add_bench(NAME SOURCE…): the program bench_NAME of bench/NAME.cpp and the sources.
function(talus_add_bench name)
  add_executable(bench_${name} EXCLUDE_FROM_ALL bench/${name}.cpp apps/talus/large_pages.cpp ${ARGN})
  target_compile_definitions(bench_${name} PRIVATE TALUS_SCENES_DIR="${PROJECT_SOURCE_DIR}/scenes")
  target_link_libraries(bench_${name} PRIVATE talus talus_options fmt::fmt)
  add_dependencies(bench bench_${name})
endfunction()

foreach(name broad_phase contact_updates results scaling whole_step)
  talus_add_bench(${name})
  target_link_libraries(bench_${name} PRIVATE benchmark::benchmark)
endforeach()

talus_add_bench(forecast)
talus_add_bench(sequences)
talus_add_bench(tolerance)

# Siconos is a peer to measure against, of no use to anything else here.
find_path(SICONOS_INCLUDE_DIR siconos/numerics/FrictionContactProblem.h)
find_library(SICONOS_NUMERICS_LIBRARY siconos_numerics)
find_library(SICONOS_EXTERNALS_LIBRARY siconos_externals)
mark_as_advanced(SICONOS_INCLUDE_DIR SICONOS_NUMERICS_LIBRARY SICONOS_EXTERNALS_LIBRARY)
if(SICONOS_INCLUDE_DIR AND SICONOS_NUMERICS_LIBRARY AND SICONOS_EXTERNALS_LIBRARY)
  talus_add_bench(against_siconos bench/siconos.cpp)
  talus_add_bench(race bench/siconos.cpp bench/apart.cpp)
  foreach(name against_siconos race)
    target_include_directories(bench_${name} SYSTEM PRIVATE
      ${SICONOS_INCLUDE_DIR}/siconos ${SICONOS_INCLUDE_DIR}/siconos/numerics)
    target_link_libraries(bench_${name} PRIVATE
      ${SICONOS_NUMERICS_LIBRARY} ${SICONOS_EXTERNALS_LIBRARY})
  endforeach()
else()
  message(STATUS "Siconos not found: no bench_against_siconos, bench_race (Debian: libsiconos-numerics-dev)")
endif()
