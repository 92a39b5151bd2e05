# The room `viewer`: of the command, not of the library. Who links talus needs neither server nor page.
set(page ${PROJECT_SOURCE_DIR}/viewer/dist/viewer.html)
set(page_source ${PROJECT_BINARY_DIR}/generated/viewer_page.cpp)
add_custom_command(OUTPUT ${page_source}
  COMMAND ${CMAKE_COMMAND} -DPAGE=${page} -DOUT=${page_source} -P ${PROJECT_SOURCE_DIR}/cmake/viewer_page.cmake
  DEPENDS ${page} ${PROJECT_SOURCE_DIR}/cmake/viewer_page.cmake
  COMMENT "Making the viewer's page part of the program" VERBATIM)
add_library(talus_viewer STATIC ${sources} ${page_source})
target_link_libraries(talus_viewer PUBLIC talus
  PRIVATE talus_room talus_httplib ZLIB::ZLIB nlohmann_json::nlohmann_json)
if(TALUS_PCH)
  target_precompile_headers(talus_viewer REUSE_FROM talus_room_pch)
  # What the server includes has macros of its own.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/viewer/server.cpp ${page_source}
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()
