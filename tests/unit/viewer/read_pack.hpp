// Packs read as the page reads them.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <string>
#include <vector>

namespace talus::viewer {

/// What viewer/src/pack.js does.
struct Read {
  nlohmann::json header;
  std::string data;

  explicit Read(const std::string& pack) {
    EXPECT_EQ(pack.substr(0, 8), "talusvw1");
    std::uint32_t length = 0;
    std::memcpy(&length, pack.data() + 8, sizeof length);
    EXPECT_EQ(length % 8, 0U);
    header = nlohmann::json::parse(pack.substr(16, length));
    data = pack.substr(16 + length);
  }

  template <class T>
  std::vector<T> array(const char* name) const {
    const auto& entry = header.at("arrays").at(name);
    const auto offset = entry.at("offset").get<std::size_t>();
    EXPECT_EQ(offset % 8, 0U);
    std::vector<T> out(entry.at("count").get<std::size_t>());
    EXPECT_LE(offset + out.size() * sizeof(T), data.size());
    std::memcpy(out.data(), data.data() + offset, out.size() * sizeof(T));
    return out;
  }
};

}  // namespace talus::viewer
