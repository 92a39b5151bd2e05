# What the library needs. Eigen alone shows in the headers; the others are needed at link time only.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Qhull REQUIRED)
# HDF5's own module wants a C compiler to try its wrapper with.
enable_language(C)
find_package(HDF5 1.10 REQUIRED COMPONENTS C)
find_package(ZLIB REQUIRED)
# cpp-httplib comes with a CMake package, or as Debian has it: split into header and library, which was built with these
# definitions, or as a header alone.
find_package(httplib QUIET)
add_library(talus_httplib INTERFACE)
if(TARGET httplib::httplib)
  target_link_libraries(talus_httplib INTERFACE httplib::httplib)
else()
  find_path(TALUS_HTTPLIB_INCLUDE httplib.h REQUIRED)
  find_library(TALUS_HTTPLIB_LIBRARY cpp-httplib)
  mark_as_advanced(TALUS_HTTPLIB_INCLUDE TALUS_HTTPLIB_LIBRARY)
  target_include_directories(talus_httplib SYSTEM INTERFACE ${TALUS_HTTPLIB_INCLUDE})
  if(TALUS_HTTPLIB_LIBRARY)
    target_link_libraries(talus_httplib INTERFACE ${TALUS_HTTPLIB_LIBRARY})
    target_compile_definitions(talus_httplib INTERFACE
      CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT CPPHTTPLIB_BROTLI_SUPPORT)
  endif()
endif()
find_package(Threads REQUIRED)
target_link_libraries(talus_httplib INTERFACE Threads::Threads)

if(TARGET yaml-cpp::yaml-cpp)  # since yaml-cpp 0.8
  set(TALUS_YAML_CPP yaml-cpp::yaml-cpp)
else()
  set(TALUS_YAML_CPP yaml-cpp)
endif()
