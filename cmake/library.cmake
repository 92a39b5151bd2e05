# One OBJECT target a room, all gathered in the static library talus.
add_library(talus STATIC ${PROJECT_BINARY_DIR}/generated/empty.cpp)
add_library(talus::talus ALIAS talus)
target_compile_features(talus PUBLIC cxx_std_20)
target_include_directories(talus PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated/public>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# The layout of Eigen's types and the bits of its sums must not depend on the flags of whoever includes our headers. Packets
# in vectors of three numbers cost more than they gain: halves are stored one by one and read as a whole, and the processor waits.
set(eigen_definitions EIGEN_MPL2_ONLY EIGEN_MAX_ALIGN_BYTES=16 EIGEN_UNALIGNED_VECTORIZE=0)
target_compile_definitions(talus PUBLIC ${eigen_definitions})
target_link_libraries(talus PUBLIC Eigen3::Eigen PRIVATE TBB::tbb fmt::fmt Qhull::qhull_r ${TALUS_YAML_CPP} hdf5::hdf5 ZLIB::ZLIB)

# What every room sees. Position-independent, so that the library can go into a shared one (a Python module).
add_library(talus_room INTERFACE)
target_include_directories(talus_room INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/generated/public)
target_compile_definitions(talus_room INTERFACE ${eigen_definitions})
target_compile_options(talus_room INTERFACE -fPIC -fno-semantic-interposition)
target_link_libraries(talus_room INTERFACE talus_options Eigen3::Eigen fmt::fmt)

if(TALUS_PCH)
  talus_add_pch(talus_room_pch LINK talus_room HEADERS
    <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <cstdint> <functional> <limits> <memory> <optional> <span>
    <string> <string_view> <unordered_map> <utility> <variant> <vector>)
endif()

file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/rooms.txt room_lines REGEX "^[a-z]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS cmake/rooms.txt)
foreach(line IN LISTS room_lines)
  string(REGEX REPLACE " .*" "" room ${line})
  file(GLOB sources CONFIGURE_DEPENDS src/${room}/*.cpp)
  if(NOT sources)
    continue()  # headers only, or not written yet
  endif()
  if(room STREQUAL "viewer")
    include(viewer)
    continue()
  endif()
  add_library(talus_${room} OBJECT ${sources})
  target_link_libraries(talus_${room} PRIVATE talus_room)
  if(room MATCHES "^(dynamics|problem|measure|step)$")
    # The same goes for pairs the compiler makes of neighbouring numbers: walks over bodies and contacts wait for them.
    target_compile_options(talus_${room} PRIVATE -fno-tree-slp-vectorize)
  endif()
  if(room MATCHES "^(model|problem|contact|draw|io)$")
    talus_compile_together(talus_${room})
  endif()
  if(room STREQUAL "math")
    target_link_libraries(talus_${room} PRIVATE TBB::tbb)
  elseif(room STREQUAL "geometry")
    target_link_libraries(talus_${room} PRIVATE Qhull::qhull_r)
  elseif(room STREQUAL "io")
    target_link_libraries(talus_${room} PRIVATE ${TALUS_YAML_CPP} nlohmann_json::nlohmann_json hdf5::hdf5)
  elseif(room STREQUAL "export")
    target_link_libraries(talus_${room} PRIVATE ZLIB::ZLIB)
  endif()
  if(TALUS_PCH)
    target_precompile_headers(talus_${room} REUSE_FROM talus_room_pch)
  endif()
  target_sources(talus PRIVATE $<TARGET_OBJECTS:talus_${room}>)
endforeach()
