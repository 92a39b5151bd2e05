#include "interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

namespace talus::app {

namespace {

volatile std::sig_atomic_t asked = 0;
const char* what_to_say = "";

constexpr int asking_signals[] = {SIGINT, SIGTERM, SIGHUP};

// Only async-signal-safe calls.
void ask(int) {
  const int keep = errno;
  asked = 1;
  for (const int s : asking_signals) ::signal(s, SIG_DFL);
  std::size_t length = 0;
  while (what_to_say[length] != '\0') ++length;
  [[maybe_unused]] const auto count = ::write(STDERR_FILENO, what_to_say, length);
  errno = keep;
}

}  // namespace

void catch_interrupts(const char* note) {
  what_to_say = note;
  for (const int s : asking_signals) {
    struct sigaction before {};
    ::sigaction(s, nullptr, &before);
    // nohup means it. A shell's background job has SIGINT ignored too, but whoever sends one to it
    // by name means that.
    if (s == SIGHUP && before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = ask;
    action.sa_flags = SA_RESTART;
    ::sigaction(s, &action, nullptr);
  }
  ::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return asked != 0; }

}  // namespace talus::app
