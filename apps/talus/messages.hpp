// What is said to people while a command works goes to stderr; a stderr that cannot be written is
// no reason to stop.
#pragma once

#include <cstdio>
#include <string>

namespace talus::app {

inline void say(const std::string& text) { std::fputs(text.c_str(), stderr); }
inline void warn(const std::string& message) { say("warning: " + message + "\n"); }
inline void complain(const std::string& message) { say("talus: " + message + "\n"); }

}  // namespace talus::app
