#include "xeforge/distributed/agreement.hpp"

#include <fmt/format.h>

#include <new>
#include <string_view>

namespace xeforge::distributed {
namespace {

// Texts travel with their lengths in front.
void append(std::string& message, std::string_view text) { message += fmt::format("{}:", text.size()).append(text); }
std::string take(std::string_view& message) {
  const std::size_t colon = message.find(':');
  std::size_t length = 0;
  for (const char digit : message.substr(0, colon))
    length = length * 10 + static_cast<std::size_t>(digit - '0');
  std::string text(message.substr(colon + 1, length));
  message.remove_prefix(colon + 1 + length);
  return text;
}

Error error_of_rank(std::size_t rank, std::string_view argument, std::string_view got, std::string_view expected) {
  return Error(fmt::format("rank {}: {}", rank, argument), got, expected);
}

} // namespace

void agree(Channel& channel, const std::optional<Error>& own_error, const Terms& terms) {
  std::string message;
  if (own_error) {
    message = "!";
    for (const std::string* text : {&own_error->argument(), &own_error->got(), &own_error->expected()})
      append(message, *text);
  } else {
    message = "=";
    for (const auto& [name, value] : terms) {
      append(message, name);
      append(message, value);
    }
  }
  const std::vector<std::string> messages = channel.all_texts(message);
  for (std::size_t rank = 0; rank < messages.size(); ++rank)
    if (std::string_view rest = messages[rank]; rest.starts_with('!')) {
      rest.remove_prefix(1);
      const std::string argument = take(rest), got = take(rest), expected = take(rest);
      throw error_of_rank(rank, argument, got, expected);
    }
  for (std::size_t rank = 1; rank < messages.size(); ++rank) {
    std::string_view first = std::string_view(messages[0]).substr(1);
    std::string_view other = std::string_view(messages[rank]).substr(1);
    while (!first.empty() || !other.empty()) {
      if (first.empty() || other.empty())
        throw error_of_rank(rank, "call", "another function of this library", "the one that rank 0 has called");
      const std::string name = take(first), value = take(first), other_name = take(other), got = take(other);
      if (name != other_name)
        throw error_of_rank(rank, "call", "another function of this library", "the one that rank 0 has called");
      if (value != got)
        throw error_of_rank(rank, name, got, value + ", as rank 0 has it");
    }
  }
}

void agree_on(Channel& channel, const std::function<void()>& part) {
  std::optional<Error> error;
  try {
    part();
  } catch (const Error& problem) {
    error = problem;
  } catch (const std::bad_alloc&) {
    error = Error("memory", "too little for this rank's part", "room for its part and two blocks");
  } catch (const std::exception& problem) {
    error = Error("call", problem.what(), "a part that can be run");
  }
  agree(channel, error);
}

void Computing::run(const std::function<void()>& part) {
  if (error_)
    return;
  const double start = seconds_now();
  try {
    part();
  } catch (...) {
    error_ = std::current_exception();
  }
  seconds_ += seconds_now() - start;
}

void Computing::agree() {
  agree_on(channel_, [this] {
    if (error_)
      std::rethrow_exception(error_);
  });
}

} // namespace xeforge::distributed
