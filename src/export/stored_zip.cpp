#include "talus/export/stored_zip.hpp"

#include "talus/io/bytes.hpp"
#include "talus/io/history_file.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <stdexcept>
#include <utility>

namespace talus {

namespace {

// Names of fields are those of PKWARE's APPNOTE.
constexpr std::uint32_t local_signature = 0x04034b50, central_signature = 0x02014b50;
constexpr std::uint32_t end_signature = 0x06054b50, end64_signature = 0x06064b50;
constexpr std::uint32_t locator64_signature = 0x07064b50;
constexpr std::uint16_t version = 45;  // the first with ZIP64
constexpr std::uint16_t utf8_names = 0x800;
constexpr std::uint16_t zip64_field = 1;
constexpr std::uint16_t january_1980 = 0x21;  // the same bytes whenever it is written
constexpr std::uint32_t in_zip64 = 0xffffffff;
constexpr std::uint16_t many = 0xffff;
constexpr std::size_t local_head = 30, local_extra = 20;

/// What the head of a member and its entry in the directory share.
void add_common(const std::string& name, std::uint32_t sum, std::uint16_t extra, ByteWriter& out) {
  out.add(version);
  out.add(utf8_names);
  out.add(std::uint16_t{0});  // not packed
  out.add(std::uint16_t{0});
  out.add(january_1980);
  out.add(sum);
  out.add(in_zip64);
  out.add(in_zip64);
  out.add(static_cast<std::uint16_t>(name.size()));
  out.add(extra);
}

}  // namespace

std::uint64_t StoredZip::Member::data() const {
  return begin + local_head + name.size() + local_extra;
}

StoredZip::StoredZip(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw WriteError(path_, errno);
}

StoredZip::~StoredZip() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t StoredZip::add(std::string name, std::uint64_t size) {
  members_.push_back({std::move(name), end_, size});
  end_ = members_.back().data() + size;
  return members_.size() - 1;
}

void StoredZip::put(std::uint64_t at, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
      at += static_cast<std::uint64_t>(count);
    } else if (count == 0 || errno != EINTR) {
      throw WriteError(path_, count == 0 ? EIO : errno);
    }
  }
}

void StoredZip::write(std::size_t member, std::string_view bytes) {
  Member& m = members_[member];
  if (bytes.size() > m.size - m.written) throw std::logic_error(m.name + ": more than announced");
  if (bytes.empty()) return;  // the sum of nothing at no place would begin anew
  put(m.data() + m.written, bytes);
  m.written += bytes.size();
  m.sum = static_cast<std::uint32_t>(
      crc32_z(m.sum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void StoredZip::finish() {
  ByteWriter directory;
  for (const auto& m : members_) {
    if (m.written != m.size) throw std::logic_error(m.name + ": less than announced");
    ByteWriter head;
    head.add(local_signature);
    add_common(m.name, m.sum, local_extra, head);
    put(m.begin, head.bytes() + m.name);
    ByteWriter extra;
    extra.add(zip64_field);
    extra.add(std::uint16_t{16});
    extra.add(m.size);
    extra.add(m.size);
    put(m.begin + local_head + m.name.size(), extra.bytes());

    directory.add(central_signature);
    directory.add(version);
    add_common(m.name, m.sum, 28, directory);
    directory.add(std::uint16_t{0});  // no comment
    directory.add(std::uint16_t{0});  // first disk
    directory.add(std::uint16_t{0});  // attributes
    directory.add(std::uint32_t{0});
    directory.add(in_zip64);
    for (const char c : m.name) directory.add(c);
    directory.add(zip64_field);
    directory.add(std::uint16_t{24});
    directory.add(m.size);
    directory.add(m.size);
    directory.add(m.begin);
  }
  const std::uint64_t count = members_.size();
  const std::uint64_t length = directory.bytes().size();
  ByteWriter tail;
  tail.add(end64_signature);
  tail.add(std::uint64_t{44});  // bytes of this record that follow
  tail.add(version);
  tail.add(version);
  tail.add(std::uint32_t{0});
  tail.add(std::uint32_t{0});
  tail.add(count);
  tail.add(count);
  tail.add(length);
  tail.add(end_);
  tail.add(locator64_signature);
  tail.add(std::uint32_t{0});
  tail.add(end_ + length);
  tail.add(std::uint32_t{1});
  tail.add(end_signature);
  tail.add(std::uint16_t{0});
  tail.add(std::uint16_t{0});
  tail.add(many);
  tail.add(many);
  tail.add(in_zip64);
  tail.add(in_zip64);
  tail.add(std::uint16_t{0});
  put(end_, directory.bytes() + tail.bytes());
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) throw WriteError(path_, errno);
}

}  // namespace talus
