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
    : WriteError(file, std::strerror(error_number)) {}

WriteError::WriteError(const std::filesystem::path& file, const std::string& reason)
    : std::runtime_error(fmt::format("cannot write {}: {}", file.string(), reason)) {}

HistoryFile::HistoryFile(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WriteError(path_, errno);
}

HistoryFile::HistoryFile(std::filesystem::path path, std::int64_t bytes)
    : path_(std::move(path)), written_(bytes) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw WriteError(path_, errno);
  const auto length = ::lseek(descriptor_, 0, SEEK_END);
  if (length < bytes) {
    ::close(descriptor_);
    throw WriteError(path_,
                     fmt::format("it has {} bytes, {} of them were there before", length, bytes));
  }
  if (::ftruncate(descriptor_, bytes) != 0 || ::lseek(descriptor_, bytes, SEEK_SET) != bytes) {
    const int reason = errno;
    ::close(descriptor_);
    throw WriteError(path_, reason);
  }
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

void HistoryFile::sync() {
  flush();
  if (::fsync(descriptor_) != 0) throw WriteError(path_, errno);
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

namespace {

enum class Care { seen, survives };

void replace(const std::filesystem::path& path, std::string_view text, Care care) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".{}.new", ::getpid());
  try {
    HistoryFile file(temporary);
    file.add(text);
    if (care == Care::survives) file.sync();
    file.close();
    if (::rename(temporary.c_str(), path.c_str()) != 0) throw WriteError(path, errno);
  } catch (const WriteError&) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (care == Care::survives) sync_to_disk(path.parent_path());
}

}  // namespace

void replace_file(const std::filesystem::path& path, std::string_view text) {
  replace(path, text, Care::seen);
}

void replace_file_durably(const std::filesystem::path& path, std::string_view text) {
  replace(path, text, Care::survives);
}

void sync_to_disk(const std::filesystem::path& path) {
  const auto& place = path.empty() ? std::filesystem::path(".") : path;
  const int descriptor = ::open(place.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw WriteError(place, errno);
  const bool done = ::fsync(descriptor) == 0;
  const int reason = errno;
  ::close(descriptor);
  if (!done && reason != EINVAL) throw WriteError(place, reason);  // some folders cannot
}

}  // namespace talus
