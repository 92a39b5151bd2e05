// Serves the page to browsers on this machine, and to nobody else.
#pragma once

#include "talus/viewer/view_source.hpp"

#include <memory>
#include <string>

namespace talus::viewer {

/// No port could be had; the message says why.
class ServerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Listens on the loopback interface only. Every address begins with a random token; requests
/// without it, for another host name, from another site or with a body are refused. No file of the
/// disk is ever served: there is the page, what `source` gives, and nothing else.
class ViewServer {
 public:
  /// Port 0: any free one. `source` must live longer.
  ViewServer(ViewSource& source, int port);
  ~ViewServer();
  ViewServer(const ViewServer&) = delete;
  ViewServer& operator=(const ViewServer&) = delete;

  /// What to open in a browser.
  std::string address() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace talus::viewer
