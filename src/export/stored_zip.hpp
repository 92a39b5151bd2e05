// A ZIP file whose members are not packed and of known size, so that all can be written bit by bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// Sizes are those of ZIP64: members and file may be as large as they like. Every failure is a
/// WriteError.
class StoredZip {
 public:
  explicit StoredZip(std::filesystem::path path);
  StoredZip(const StoredZip&) = delete;
  StoredZip& operator=(const StoredZip&) = delete;
  ~StoredZip();

  /// Makes room for a member; returns its number.
  std::size_t add(std::string name, std::uint64_t size);
  /// The next bytes of a member.
  void write(std::size_t member, std::string_view bytes);
  /// To be called when all members are complete: writes their heads and the directory.
  void finish();

 private:
  struct Member {
    std::string name;
    std::uint64_t begin = 0;  ///< of its head in the file
    std::uint64_t size = 0, written = 0;
    std::uint32_t sum = 0;  ///< CRC of what was written

    std::uint64_t data() const;
  };
  void put(std::uint64_t at, std::string_view bytes);

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::vector<Member> members_;
  std::uint64_t end_ = 0;
};

}  // namespace talus
