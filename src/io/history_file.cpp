#include "talus/io/history_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace talus {

namespace {
constexpr std::size_t many = std::size_t{1} << 18;  // bytes kept back at most
}

WriteError::WriteError(const std::filesystem::path& file, int error_number)
    : std::runtime_error(
          fmt::format("cannot write {}: {}", file.string(), std::strerror(error_number))) {}

HistoryFile::HistoryFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WriteError(path_, errno);
}

HistoryFile::~HistoryFile() {
  try {
    close();
  } catch (const WriteError&) {  // too late to tell anyone
  }
}

void HistoryFile::add(std::string_view lines) {
  pending_ += lines;
  if (pending_.size() >= many) flush();
}

void HistoryFile::flush() {
  std::size_t done = 0;
  while (done < pending_.size()) {
    const auto count = ::write(descriptor_, pending_.data() + done, pending_.size() - done);
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (count == 0 || errno != EINTR) {
      const int reason = count == 0 ? EIO : errno;
      // Of the lines that went in, keep the whole ones.
      const auto end = pending_.rfind('\n', done == 0 ? 0 : done - 1);
      const auto whole = done == 0 || end == std::string::npos ? 0 : end + 1;
      [[maybe_unused]] const int cut =
          ::ftruncate(descriptor_, written_ + static_cast<std::int64_t>(whole));
      pending_.clear();
      throw WriteError(path_, reason);
    }
  }
  written_ += static_cast<std::int64_t>(done);
  pending_.clear();
}

void HistoryFile::close() {
  if (descriptor_ < 0) return;
  const int descriptor = descriptor_;
  try {
    flush();
  } catch (const WriteError&) {
    descriptor_ = -1;
    ::close(descriptor);
    throw;
  }
  descriptor_ = -1;
  // Some file systems report a full disk only here.
  if (::close(descriptor) != 0) throw WriteError(path_, errno);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  HistoryFile file(path);
  file.add(text);
  file.close();
}

void replace_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.new", ::getpid());
  try {
    write_file(temporary, text);
    if (::rename(temporary.c_str(), path.c_str()) != 0) throw WriteError(path, errno);
  } catch (const WriteError&) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace talus
