// Ctrl-C and the like end a run cleanly; the second one ends it at once.
#pragma once

namespace talus::app {

/// From now on SIGINT, SIGTERM and SIGHUP only ask; and exceeding a file size limit is an error of
/// the write, not the end of the program.
void catch_interrupts();

/// Whether a signal asked to stop.
bool interrupted();

}  // namespace talus::app
