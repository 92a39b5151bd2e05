#include "talus/viewer/page.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <stdexcept>

namespace talus::viewer {

namespace {

constexpr std::string_view marker = "<!--DATA-->";

std::string base64(std::string_view bytes) {
  constexpr const char* letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : letters[group >> (18U - 6U * k) & 63U];
    }
  }
  return out;
}

}  // namespace

PageParts page_parts() {
  const std::string_view page = page_text();
  const auto at = page.find(marker);
  if (at == std::string_view::npos) throw std::logic_error("the page has no place for data");
  return {page.substr(0, at), page.substr(at + marker.size())};
}

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  constexpr int level = 6;
  const int failed = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), level);
  if (failed != Z_OK) throw std::bad_alloc();  // the only way it can fail with room enough
  out.resize(size);
  return out;
}

std::string page_element(std::string_view name, std::string_view pack) {
  return fmt::format("<script type=\"application/octet-stream\" id=\"talus-{}\">{}</script>\n",
                     name, base64(deflated(pack)));
}

}  // namespace talus::viewer
