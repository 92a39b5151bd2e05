#include "talus/export/pending_file.hpp"

#include "talus/io/history_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <utility>

namespace fs = std::filesystem;

namespace talus {

PendingFile::PendingFile(fs::path file) : file_(std::move(file)), temporary_(file_) {
  temporary_ += fmt::format(".{}.new", ::getpid());
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

std::size_t PendingFile::keep() {
  std::error_code error;
  fs::rename(temporary_, file_, error);
  if (error) throw WriteError(file_, error.message());
  const auto size = fs::file_size(file_, error);
  return error ? 0 : static_cast<std::size_t>(size);
}

}  // namespace talus
