# Writes OUT with the commit of SOURCE, "-dirty" after it when the sources differ from it; "unknown" without git.
set(commit unknown)
if(GIT AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(commit ${head})
    execute_process(COMMAND ${GIT} -C ${SOURCE} status --porcelain -- src apps cmake CMakeLists.txt CMakePresets.json
      OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit -dirty)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT
  "#pragma once\nnamespace talus::build_info {\ninline constexpr const char* commit = \"${commit}\";\n}\n")
