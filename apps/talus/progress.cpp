#include "progress.hpp"

#include "messages.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace talus::app {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto redraw = milliseconds(100);
constexpr auto first_line = seconds(2);
constexpr auto next_line = seconds(5);

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string bar(double done, std::size_t cells) {
  const auto full = static_cast<std::size_t>(done * static_cast<double>(cells));
  return fmt::format("[{:=<{}}{:<{}}]", "", full, full < cells ? ">" : "", cells - full);
}

double part(std::int64_t done, std::int64_t all) {
  return all > 0 ? static_cast<double>(done) / static_cast<double>(all) : 1.0;
}

/// The most important first.
std::vector<std::string> begin_parts(double done) {
  return {fmt::format("{:3.0f} %", std::floor(100 * done))};
}

std::string remaining(double done, double elapsed) {
  return "ETA " + duration_text(done > 0 ? elapsed * (1 / done - 1) : 1e300);
}

/// As many parts as fit.
std::string joined(const std::vector<std::string>& parts, double done, std::size_t width,
                   bool with_bar) {
  std::string text;
  for (const auto& p : parts) {
    if (!text.empty() && text.size() + 2 + p.size() > width) break;
    text += (text.empty() ? "" : "  ") + p;
  }
  // The bar takes what is left.
  constexpr std::size_t frame = 3, least = 5, most = 20;
  if (!with_bar || text.size() + frame + least > width) return text;
  return fmt::format("{} {}", bar(done, std::min(most, width - text.size() - frame)), text);
}

}  // namespace

std::string duration_text(double s) {
  if (!(s < 1e9)) return "?";
  const auto whole = static_cast<std::int64_t>(std::llround(s));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_text(const ProgressReport& p, double elapsed, std::size_t width,
                          bool with_bar) {
  const double done = part(p.step, p.steps);
  std::vector<std::string> parts = begin_parts(done);
  parts.push_back(fmt::format("t {:.4g}/{:.4g}", p.time, p.end));
  parts.push_back(remaining(done, elapsed));
  parts.push_back(fmt::format("contacts {}", p.contacts));
  parts.push_back(fmt::format("sweeps {}", p.sweeps));
  parts.push_back(fmt::format("error {:.1e}", p.law_error));
  return joined(parts, done, width, with_bar);
}

std::string progress_text(const PartReport& p, double elapsed, std::size_t width, bool with_bar) {
  const double done = part(static_cast<std::int64_t>(p.done), static_cast<std::int64_t>(p.all));
  std::vector<std::string> parts = begin_parts(done);
  parts.push_back(fmt::format("{} {}/{}", p.name, p.done, p.all));
  parts.push_back(remaining(done, elapsed));
  return joined(parts, done, width, with_bar);
}

Progress::Progress(bool quiet) : start_(Clock::now()) {
  style_ = quiet ? Style::none : ::isatty(STDERR_FILENO) != 0 ? Style::bar : Style::line;
  due_ = start_ + (style_ == Style::bar ? Clock::duration(redraw) : Clock::duration(first_line));
}

template <class Text>
void Progress::draw(const Text& text) {
  if (style_ == Style::none) return;
  const auto now = Clock::now();
  if (now < due_) return;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (style_ == Style::bar) {
    due_ = now + redraw;
    drawn_ = true;
    say(fmt::format("\r{}\x1b[K", text(elapsed, terminal_width() - 1, true)));
  } else {
    due_ = now + next_line;
    say(fmt::format("{}\n", text(elapsed, 1000, false)));
  }
  std::fflush(stderr);
}

void Progress::show(const ProgressReport& report) {
  draw([&](double elapsed, std::size_t width, bool with_bar) {
    return progress_text(report, elapsed, width, with_bar);
  });
}

void Progress::show(const PartReport& report) {
  draw([&](double elapsed, std::size_t width, bool with_bar) {
    return progress_text(report, elapsed, width, with_bar);
  });
}

void Progress::clear() {
  if (!drawn_) return;
  drawn_ = false;
  say("\r\x1b[K");
  std::fflush(stderr);
}

}  // namespace talus::app
