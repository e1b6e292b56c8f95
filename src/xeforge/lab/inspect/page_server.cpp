#include "xeforge/lab/inspect/page_server.hpp"

#include "xeforge/base/error.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <sys/random.h>

namespace xeforge::lab {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;
using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

// Of the system's random numbers: nobody guesses it.
std::string new_token() {
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof(bytes), 0) != static_cast<ssize_t>(sizeof(bytes)))
    throw Error("token", "no random numbers from the system", "some");
  constexpr const char* digits = "0123456789abcdef";
  std::string token;
  for (const unsigned char byte : bytes)
    token += {digits[byte >> 4], digits[byte & 15]};
  return token;
}

// In a time that does not depend on how much of it is right.
bool is_same(const std::string& one, const std::string& other) {
  unsigned difference = one.size() == other.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

std::string value_in(const std::string& query, const std::string& name) {
  for (std::size_t at = 0; at < query.size();) {
    const std::size_t end = std::min(query.find('&', at), query.size());
    const std::string part = query.substr(at, end - at);
    if (part.starts_with(name + "="))
      return part.substr(name.size() + 1);
    at = end + 1;
  }
  return {};
}

} // namespace

struct PageServer::State {
  explicit State(std::uint16_t port) : acceptor(context), token(new_token()) {
    boost::system::error_code problem;
    acceptor.open(Tcp::v4(), problem);
    if (!problem)
      acceptor.set_option(asio::socket_base::reuse_address(true), problem);
    if (!problem)
      acceptor.bind({asio::ip::address_v4::loopback(), port}, problem);
    if (!problem)
      acceptor.listen(asio::socket_base::max_listen_connections, problem);
    if (problem)
      throw Error("--port", fmt::format("{}, '{}'", port, problem.message()), "a port of 127.0.0.1 that is free");
    host = "127.0.0.1:" + std::to_string(acceptor.local_endpoint().port());
  }

  Response answer(const Request& request);
  Response wait_for_newer(const Request& request, const std::string& version);
  void serve(Tcp::socket socket);

  asio::io_context context;
  Tcp::acceptor acceptor;
  const std::string token;
  std::string host;
  std::mutex mutex;
  std::condition_variable is_newer;
  std::string page;
  std::uint64_t version = 0;
  int connections = 0;
};

namespace {

Response plain(const Request& request, http::status status, std::string text) {
  Response response(status, request.version());
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = std::move(text);
  return response;
}

} // namespace

// The request is held until there is something newer, or until its patience ends.
Response PageServer::State::wait_for_newer(const Request& request, const std::string& version_seen) {
  constexpr std::chrono::seconds patience(20);
  std::unique_lock lock(mutex);
  is_newer.wait_for(lock, patience, [&] { return std::to_string(version) != version_seen; });
  return plain(request, std::to_string(version) != version_seen ? http::status::ok : http::status::no_content, "");
}

Response PageServer::State::answer(const Request& request) {
  const std::string target(request.target()), host_asked(request[http::field::host]);
  const std::size_t question = std::min(target.find('?'), target.size());
  const std::string path = target.substr(0, question),
                    query = question < target.size() ? target.substr(question + 1) : "";
  // Another name for this machine is how pages of others reach it.
  if (host_asked != host || !is_same(value_in(query, "token"), token))
    return plain(request, http::status::forbidden, "The address needs the token that xeforge explore printed.\n");
  if (request.method() != http::verb::get)
    return plain(request, http::status::method_not_allowed, "GET alone.\n");
  if (path == "/changes")
    return wait_for_newer(request, value_in(query, "version"));
  if (path != "/")
    return plain(request, http::status::not_found, "There is one page, at /.\n");
  const std::lock_guard lock(mutex);
  Response response(http::status::ok, request.version());
  response.set(http::field::content_type, "text/html; charset=utf-8");
  response.body() = page;
  return response;
}

void PageServer::State::serve(Tcp::socket socket) {
  boost::system::error_code problem;
  boost::beast::flat_buffer buffer;
  http::request_parser<http::empty_body> parser;
  parser.header_limit(8192);
  http::read(socket, buffer, parser, problem);
  if (!problem) {
    Response response = answer(parser.get());
    response.set(http::field::cache_control, "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.keep_alive(false);
    response.prepare_payload();
    http::write(socket, response, problem);
  }
  socket.shutdown(Tcp::socket::shutdown_both, problem);
}

// Threads keep the state for as long as they need it: the process ends with connections open.
PageServer::PageServer(std::uint16_t port) : state_(std::make_shared<State>(port)) {
  address_ = fmt::format("http://{}/?token={}", state_->host, state_->token);
  std::thread([state = state_] {
    constexpr int most_connections = 64;
    for (;;) {
      boost::system::error_code problem;
      Tcp::socket socket(state->context);
      state->acceptor.accept(socket, problem);
      if (problem)
        return;
      {
        const std::lock_guard lock(state->mutex);
        if (state->connections == most_connections)
          continue; // closes it
        ++state->connections;
      }
      std::thread([state, open = std::move(socket)]() mutable {
        state->serve(std::move(open));
        const std::lock_guard lock(state->mutex);
        --state->connections;
      }).detach();
    }
  }).detach();
}
PageServer::~PageServer() {
  boost::system::error_code problem;
  state_->acceptor.close(problem);
}

const std::string& PageServer::address() const { return address_; }

void PageServer::show(const std::function<std::string(const std::string& changes)>& make_page) {
  std::uint64_t next = 0;
  {
    const std::lock_guard lock(state_->mutex);
    next = state_->version + 1;
  }
  std::string page = make_page(fmt::format("/changes?token={}&version={}", state_->token, next));
  const std::lock_guard lock(state_->mutex);
  state_->page = std::move(page);
  state_->version = next;
  state_->is_newer.notify_all();
}

} // namespace xeforge::lab
