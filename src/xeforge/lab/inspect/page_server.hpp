// Serves one page to browsers of this machine: bound to 127.0.0.1, to nobody without the token in its address.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace xeforge::lab {

class PageServer {
public:
  // port 0: any that is free. Throws Error in the name of the option where it cannot be had.
  explicit PageServer(std::uint16_t port);
  ~PageServer();
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  // "http://127.0.0.1:40123/?token=..."
  const std::string& address() const;
  // Makes the page with the address that answers when there is a newer one, and shows it from now on.
  void show(const std::function<std::string(const std::string& changes)>& make_page);

private:
  struct State;
  std::shared_ptr<State> state_;
  std::string address_;
};

} // namespace xeforge::lab
