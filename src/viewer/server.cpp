#include "talus/viewer/server.hpp"

#include "talus/viewer/page.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/random.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cstring>
#include <mutex>
#include <thread>

namespace talus::viewer {

namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr std::size_t most_payload = 1024;  // nothing the page sends has a body at all
constexpr const char* binary = "application/octet-stream";

/// 128 bits nobody can guess.
std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw ServerError("the system gives no random numbers for the address");
  }
  std::string out;
  for (const unsigned char b : bytes) out += fmt::format("{:02x}", b);
  return out;
}

/// In a time that does not tell where they differ.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

void refuse(httplib::Response& response, int status, const std::string& why) {
  response.status = status;
  response.set_content(why + "\n", "text/plain; charset=utf-8");
}

std::string status_json(const ViewStatus& s) {
  return fmt::format(
      R"({{"running":{},"paused":{},"frames":{},"generation":{},"steps":{},"unconverged":{}}})",
      s.running, s.paused, s.frames, s.generation, s.steps, s.unconverged);
}

}  // namespace

struct ViewServer::Implementation {
  ViewSource& source;
  std::string token = random_token();
  httplib::Server server;
  int port = 0;
  std::mutex one_at_a_time;
  std::thread thread;
  std::atomic<bool> ended = false;

  explicit Implementation(ViewSource& from) : source(from) {}

  /// The part of the path behind the token, or nothing where there is no right token.
  bool inner_path(const std::string& path, std::string& inner) const {
    const std::size_t end = token.size() + 1;
    if (path.size() <= end || path[0] != '/' || path[end] != '/') return false;
    if (!same(std::string_view(path).substr(1, token.size()), token)) return false;
    inner = path.substr(end + 1);
    return true;
  }

  /// A site elsewhere may send its visitors' browsers here, under its own name or by a form.
  bool from_here(const httplib::Request& request) const {
    const std::string here = fmt::format("{}:{}", loopback, port);
    const std::string local = fmt::format("localhost:{}", port);
    const std::string host = request.get_header_value("Host");
    if (host != here && host != local) return false;
    if (!request.has_header("Origin")) return true;
    return request.get_header_value("Origin") == "http://" + host;
  }

  void answer_get(const std::string& inner, httplib::Response& response) {
    const std::lock_guard lock(one_at_a_time);
    if (inner.empty()) {
      const auto page = page_text();
      response.set_content(page.data(), page.size(), "text/html; charset=utf-8");
    } else if (inner == "head") {
      response.set_content(source.head(), binary);
    } else if (inner == "history") {
      response.set_content(source.history(), binary);
    } else if (inner == "status") {
      response.set_content(status_json(source.status()), "application/json");
    } else if (inner.rfind("frame/", 0) == 0) {
      std::size_t number = 0;
      const char* end = inner.data() + inner.size();
      const auto [stopped, error] = std::from_chars(inner.data() + 6, end, number);
      if (error != std::errc{} || stopped != end) {
        return refuse(response, 404, "a frame is asked for by its number");
      }
      response.set_content(source.frame(number), binary);
    } else {
      refuse(response, 404, "there is no such thing here");
    }
  }

  void answer_post(const httplib::Request& request, const std::string& inner,
                   httplib::Response& response) {
    // A header of one's own makes browsers ask first when a page of another site sends it.
    if (!request.has_header("X-Talus")) return refuse(response, 403, "not from the page itself");
    if (inner.rfind("control/", 0) != 0)
      return refuse(response, 404, "there is no such thing here");
    const std::lock_guard lock(one_at_a_time);
    if (!source.control(std::string_view(inner).substr(8))) {
      return refuse(response, 404, "this run cannot be told to do that");
    }
    response.status = 204;
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    std::string inner;
    try {
      if (!from_here(request)) return refuse(response, 403, "asked for under another name");
      if (!inner_path(request.path, inner)) {
        return refuse(response, 403, "the address lacks its token; take the one talus printed");
      }
      if (request.method == "POST") return answer_post(request, inner, response);
      answer_get(inner, response);
    } catch (const NoSuchFrame& error) {
      refuse(response, 404, error.what());
    } catch (const std::exception& error) {
      refuse(response, 500, error.what());
    }
  }

  void prepare() {
    server.set_payload_max_length(most_payload);
    server.set_keep_alive_max_count(1000);
    server.set_keep_alive_timeout(2);
    server.set_read_timeout(2);  // who promises more than comes is not waited for
    // A port that another program listens on is not to be shared with it, as is the library's
    // habit.
    server.set_socket_options([](socket_t s) {
      const int yes = 1;
      ::setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server.set_tcp_nodelay(true);
    server.set_default_headers(
        {{"Cache-Control", "no-store"},
         {"X-Content-Type-Options", "nosniff"},
         {"Referrer-Policy", "no-referrer"},
         {"Cross-Origin-Resource-Policy", "same-origin"},
         {"Content-Security-Policy",
          "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src "
          "data: "
          "blob:; media-src blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
          "form-action 'none'"}});
    const auto handler = [this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
    };
    server.Get(".*", handler);
    server.Post(".*", handler);
    const auto no_method = [](const httplib::Request&, httplib::Response& response) {
      refuse(response, 405, "only GET and POST");
    };
    server.Put(".*", no_method);
    server.Patch(".*", no_method);
    server.Delete(".*", no_method);
    server.Options(".*", no_method);
  }
};

ViewServer::ViewServer(ViewSource& source, int port)
    : implementation_(std::make_unique<Implementation>(source)) {
  auto& i = *implementation_;
  i.prepare();
  errno = 0;
  if (port == 0) {
    i.port = i.server.bind_to_any_port(loopback);
  } else {
    i.port = i.server.bind_to_port(loopback, port) ? port : -1;
  }
  if (i.port <= 0) {
    throw ServerError(port == 0 ? "no port of this machine is free for the page"
                                : fmt::format("port {} cannot be had: {}; choose another, or none",
                                              port, std::strerror(errno)));
  }
  i.thread = std::thread([&i] {
    i.server.listen_after_bind();
    i.ended = true;
  });
}

ViewServer::~ViewServer() {
  // A server asked to stop before it runs would never do so.
  auto& i = *implementation_;
  while (!i.server.is_running() && !i.ended) std::this_thread::yield();
  i.server.stop();
  i.thread.join();
}

std::string ViewServer::address() const {
  return fmt::format("http://{}:{}/{}/", loopback, implementation_->port, implementation_->token);
}

}  // namespace talus::viewer
