// A text file that grows by whole lines: a run that is killed leaves complete rows, and a full disk
// is noticed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace talus {

/// A result could not be written; the message names the file and the system's reason.
class WriteError : public std::runtime_error {
 public:
  WriteError(const std::filesystem::path& file, int error_number);
  WriteError(const std::filesystem::path& file, const std::string& reason);
};

class HistoryFile {
 public:
  /// Creates the file, or empties it.
  explicit HistoryFile(std::filesystem::path path);
  /// Goes on with a file after its first bytes and drops the rest. Throws WriteError; also when it
  /// is shorter.
  HistoryFile(std::filesystem::path path, std::int64_t bytes);
  HistoryFile(const HistoryFile&) = delete;
  HistoryFile& operator=(const HistoryFile&) = delete;
  /// Writes what is left as far as it goes; `close` is the way to learn of failures.
  ~HistoryFile();

  /// Takes whole lines; they reach the disk at the next flush, or earlier when there are many.
  void add(std::string_view lines);
  void flush();
  /// Flushes and waits until the disk has it.
  void sync();
  void close();
  /// In the file, once flushed.
  std::int64_t bytes() const { return written_; }

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::int64_t written_ = 0;  ///< bytes of whole lines in the file
  std::string pending_;
};

/// The whole of a file at once.
void write_file(const std::filesystem::path& path, std::string_view text);
/// The same by way of a temporary file beside it: whoever looks finds the old file or the whole new
/// one.
void replace_file(const std::filesystem::path& path, std::string_view text);
/// And the new one survives a loss of power once this returns.
void replace_file_durably(const std::filesystem::path& path, std::string_view text);
/// Waits until the disk has what was written to a file, or the names in a folder.
void sync_to_disk(const std::filesystem::path& path);

}  // namespace talus
