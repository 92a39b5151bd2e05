// Ctrl-C and the like end a run cleanly; the second one ends it at once.
#pragma once

namespace talus::app {

/// From now on SIGINT, SIGTERM and SIGHUP only ask; and exceeding a file size limit is an error of
/// the write, not the end of the program.
/// `note` is what is written to stderr when one comes.
void catch_interrupts(
    const char* note = "\ntalus: finishing this step (once more to stop at once)\n");

/// Whether a signal asked to stop.
bool interrupted();

}  // namespace talus::app
