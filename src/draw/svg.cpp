#include "talus/draw/svg.hpp"

#include <fmt/format.h>

#include <iterator>

namespace talus::svg {

namespace {

std::string pair(const Vec<2>& p) { return number(p[0]) + "," + number(p[1]); }

std::string pairs(const std::vector<Vec<2>>& points) {
  std::string out;
  for (const auto& p : points) {
    if (!out.empty()) out += ' ';
    out += pair(p);
  }
  return out;
}

/// Path from the point reached so far round half a circle.
std::string half_circle(const Vec<2>& to, double radius) {
  const std::string r = number(radius);
  return fmt::format("A{} {} 0 0 1 {}", r, r, pair(to));
}

/// A whole circle as a closed path.
std::string round_path(const Vec<2>& centre, double radius) {
  const Vec<2> arm(radius, 0);
  return fmt::format("M{}{}{}Z", pair(centre + arm), half_circle(centre - arm, radius),
                     half_circle(centre + arm, radius));
}

}  // namespace

std::string number(double x) { return fmt::format("{:.9g}", x + 0.0); }  // + 0.0: no "-0"

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case '\t':
      case '\n':
      case '\r': out += ' '; break;
      default: {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20) {
          out += "\xEF\xBF\xBD";
        } else {
          out += c;
        }
      }
    }
  }
  return out;
}

std::string circle(const Vec<2>& centre, double radius, std::string_view style) {
  return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", number(centre[0]),
                     number(centre[1]), number(radius), style);
}

std::string line(const Vec<2>& from, const Vec<2>& to, std::string_view style) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" {}/>\n", number(from[0]),
                     number(from[1]), number(to[0]), number(to[1]), style);
}

std::string polygon(const std::vector<Vec<2>>& corners, std::string_view style) {
  return fmt::format("<polygon points=\"{}\" {}/>\n", pairs(corners), style);
}

std::string polyline(const std::vector<Vec<2>>& points, std::string_view style) {
  return fmt::format("<polyline points=\"{}\" fill=\"none\" {}/>\n", pairs(points), style);
}

std::string stadium(const Vec<2>& from, const Vec<2>& to, double radius, std::string_view style) {
  const Vec<2> along = to - from;
  const double length = along.norm();
  if (!(length > 0)) return circle(from, radius, style);
  const Vec<2> side = radius / length * Vec<2>(-along[1], along[0]);  // to the left
  return fmt::format("<path d=\"M{}L{}{}L{}{}Z\" {}/>\n", pair(from - side), pair(to - side),
                     half_circle(to + side, radius), pair(from + side),
                     half_circle(from - side, radius), style);
}

std::string ring(const Vec<2>& centre, double inner, double outer, std::string_view style) {
  return fmt::format("<path d=\"{}{}\" fill-rule=\"evenodd\" {}/>\n", round_path(centre, inner),
                     round_path(centre, outer), style);
}

std::string text(const Vec<2>& at, std::string_view words, std::string_view style) {
  return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>\n", number(at[0]), number(at[1]), style,
                     escaped(words));
}

}  // namespace talus::svg
