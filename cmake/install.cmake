# cmake --install: the library, its headers, its CMake package and the gallery of scenes.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/talus)

install(TARGETS talus EXPORT talusTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/talus FILES_MATCHING PATTERN "*.hpp"
  PATTERN viewer EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/generated/public/talus/version.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/talus)
install(DIRECTORY scenes/ DESTINATION ${CMAKE_INSTALL_DATADIR}/talus/scenes)
install(EXPORT talusTargets NAMESPACE talus:: DESTINATION ${package_dir})

configure_package_config_file(cmake/talusConfig.cmake.in ${PROJECT_BINARY_DIR}/talusConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/talusConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/talusConfig.cmake ${PROJECT_BINARY_DIR}/talusConfigVersion.cmake
  DESTINATION ${package_dir})
