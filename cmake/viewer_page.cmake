# The page of `talus view` as a C++ source, so that the program needs no file beside it. The text is cut where literals would
# get too long for some compilers.
#   cmake -DPAGE=… -DOUT=… -P viewer_page.cmake
file(READ ${PAGE} page)
string(LENGTH "${page}" length)
set(source "#include \"talus/viewer/page.hpp\"\n\nnamespace talus::viewer {\n\nstd::string_view page_text() {\n  static const char text[] =\n")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${page}" ${at} 12000 piece)
  string(APPEND source "R\"talus(${piece})talus\"\n")
  math(EXPR at "${at} + 12000")
endwhile()
string(APPEND source ";\n  return {text, sizeof text - 1};\n}\n\n}  // namespace talus::viewer\n")
file(WRITE ${OUT} "${source}")
