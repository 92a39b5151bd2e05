// A file that bears its name only once it is whole.
#pragma once

#include <filesystem>

namespace talus {

class PendingFile {
 public:
  /// Nothing is created yet.
  explicit PendingFile(std::filesystem::path file);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  /// Removes what was not kept.
  ~PendingFile();

  /// Where to write it meanwhile: beside the file.
  const std::filesystem::path& temporary() const { return temporary_; }
  /// Takes the place of an earlier file; returns its size. Throws WriteError.
  std::size_t keep();

 private:
  std::filesystem::path file_, temporary_;
};

}  // namespace talus
