// Damaged files make HDF5 1.10 itself forget a few hundred bytes while it refuses them; the leak
// sanitizer is told, so that it still sees leaks of ours.
// NOLINTNEXTLINE: the sanitizer asks for this name
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
