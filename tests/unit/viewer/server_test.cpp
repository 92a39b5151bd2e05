// Who the server talks to, and who not.

#include "talus/viewer/server.hpp"

#include "talus/viewer/page.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

namespace talus::viewer {
namespace {

class Fake : public ViewSource {
 public:
  std::string head() override { return "the head"; }
  std::string history() override { return "the history"; }
  std::string frame(std::size_t number) override {
    if (number > 2) throw NoSuchFrame("only three");
    return fmt::format("frame {}", number);
  }
  ViewStatus status() override { return {true, false, 3, 0, 70, 1}; }
  bool control(std::string_view what) override {
    asked = what;
    return what == "pause";
  }
  std::string asked;
};

class Server : public ::testing::Test {
 protected:
  Fake source;
  ViewServer server{source, 0};
  std::string address = server.address();
  int port = std::stoi(address.substr(17));
  std::string base = address.substr(address.find('/', 8));  // /TOKEN/
  httplib::Client client{"127.0.0.1", port};

  int status(const std::string& path, const httplib::Headers& headers = {}) {
    const auto answer = client.Get(path, headers);
    return answer ? answer->status : -1;
  }

  /// Sends bytes as they are and returns the first line of the answer.
  std::string raw(const std::string& request) const {
    const int s = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(s, reinterpret_cast<const sockaddr*>(&to), sizeof to), 0);
    EXPECT_GT(::send(s, request.data(), request.size(), MSG_NOSIGNAL), 0);
    std::string answer(4096, '\0');
    const auto n = ::recv(s, answer.data(), answer.size(), 0);
    ::close(s);
    answer.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return answer.substr(0, answer.find('\r'));
  }
};

TEST_F(Server, PageAndPacks_AreGivenToWhoHasTheToken) {
  ASSERT_EQ(base.size(), 34U);  // 128 bits between two slashes
  const auto page = client.Get(base);
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_TRUE(page->body == page_text());
  EXPECT_NE(page->get_header_value("Content-Security-Policy").find("default-src 'none'"),
            std::string::npos);
  EXPECT_EQ(client.Get(base + "head")->body, "the head");
  EXPECT_EQ(client.Get(base + "history")->body, "the history");
  EXPECT_EQ(client.Get(base + "frame/2")->body, "frame 2");
  EXPECT_EQ(
      client.Get(base + "status")->body,
      R"({"running":true,"paused":false,"frames":3,"generation":0,"steps":70,"unconverged":1})");
}

TEST_F(Server, MissingOrWrongToken_IsRefused) {
  for (const std::string path : {"/", "/head", "/frame/0", "/status", ""}) {
    EXPECT_EQ(status(path.empty() ? base.substr(0, base.size() - 1) : path), 403) << path;
  }
  std::string other = base;
  other[5] = other[5] == 'a' ? 'b' : 'a';
  EXPECT_EQ(status(other + "head"), 403);
  EXPECT_EQ(status(base.substr(0, 20) + "/head"), 403);
  Fake another;
  EXPECT_NE(ViewServer(another, 0).address().substr(24), address.substr(24));
}

TEST_F(Server, OtherHostsAndOrigins_AreRefused) {
  EXPECT_EQ(status(base, {{"Host", fmt::format("localhost:{}", port)}}), 200);
  for (const auto& host : {std::string("evil.example"), fmt::format("evil.example:{}", port),
                           std::string("127.0.0.1"), fmt::format("127.0.0.1:{}", port + 1)}) {
    EXPECT_EQ(status(base, {{"Host", host}}), 403) << host;
  }
  EXPECT_EQ(raw(fmt::format("GET {} HTTP/1.0\r\n\r\n", base)), "HTTP/1.1 403 Forbidden");
  EXPECT_EQ(status(base, {{"Origin", "http://evil.example"}}), 403);
  EXPECT_EQ(status(base, {{"Origin", "null"}}), 403);
  EXPECT_EQ(status(base, {{"Origin", fmt::format("http://127.0.0.1:{}", port)}}), 200);
}

TEST_F(Server, PathsThatClimb_FindNothing) {
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\n\r\n", port);
  for (const std::string path :
       {"../../../../etc/passwd", "%2e%2e%2f%2e%2e%2fetc/passwd", "..%5c..%5cetc", "frame/../head",
        "frame/1/../../head", "/etc/passwd", "frame/-1", "frame/1x", "frame/",
        "frame/99999999999999999999", "frame/3", "head/", "nothing", "%00"}) {
    const std::string line = raw("GET " + base + path + " HTTP/1.1\r\n" + host);
    EXPECT_TRUE(line.find(" 404 ") != std::string::npos || line.find(" 400 ") != std::string::npos)
        << path << ": " << line;
  }
  EXPECT_EQ(raw("GET /../../etc/passwd HTTP/1.1\r\n" + host), "HTTP/1.1 403 Forbidden");
}

TEST_F(Server, OversizedRequests_AreRefused) {
  const httplib::Headers own = {{"X-Talus", "1"}};
  const auto large = client.Post(base + "control/pause", own, std::string(2000, 'x'), "text/plain");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->status, 413);
  EXPECT_EQ(source.asked, "");
  EXPECT_EQ(status(base + std::string(10000, 'x')), 414);
  // A length that is only promised is refused before anything is read.
  EXPECT_EQ(raw(fmt::format("POST {}control/pause HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Talus: 1\r\n"
                            "Content-Length: 99999999999\r\n\r\n",
                            base, port))
                .substr(0, 12),
            "HTTP/1.1 413");
  // Headers without end.
  const std::string line = raw(fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX: {}\r\n\r\n",
                                           base, port, std::string(100000, 'x')));
  EXPECT_EQ(line.find(" 200 "), std::string::npos) << line;
  EXPECT_EQ(status(base + "head"), 200);  // and goes on
}

TEST_F(Server, Control_IsForThePageOnly) {
  const httplib::Headers own = {{"X-Talus", "1"}};
  EXPECT_EQ(client.Post(base + "control/pause", "", "text/plain")->status, 403);
  EXPECT_EQ(source.asked, "");
  EXPECT_EQ(client.Post(base + "control/pause", own, "", "text/plain")->status, 204);
  EXPECT_EQ(source.asked, "pause");
  EXPECT_EQ(client.Post(base + "control/explode", own, "", "text/plain")->status, 404);
  EXPECT_EQ(client.Post("/control/pause", own, "", "text/plain")->status, 403);
  EXPECT_EQ(client.Get(base + "control/pause")->status, 404);
  EXPECT_EQ(client.Put(base + "head", "", "text/plain")->status, 405);
  EXPECT_EQ(client.Delete(base + "head")->status, 405);
}

TEST_F(Server, OtherInterfaces_DoNotHearIt) {
  // All of 127/8 is this machine, but only one address of it is listened on.
  httplib::Client elsewhere("127.0.0.2", port);
  EXPECT_FALSE(elsewhere.Get(base));
}

TEST_F(Server, PortInUse_IsAnError) {
  Fake another;
  EXPECT_THROW(ViewServer(another, port), ServerError);
}

}  // namespace
}  // namespace talus::viewer
