// A program of a user of the library: everything it needs comes with find_package(talus).
#include "talus/version.hpp"

#include <cstdio>

int main() {
  std::printf("talus %s\n", talus::version);
  return 0;
}
