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

if(TARGET yaml-cpp::yaml-cpp)  # since yaml-cpp 0.8
  set(TALUS_YAML_CPP yaml-cpp::yaml-cpp)
else()
  set(TALUS_YAML_CPP yaml-cpp)
endif()
