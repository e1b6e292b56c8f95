// What the ranks of one call have to have in common. Whoever finds something wrong with its own part says so to all;
// everybody then throws the same Error, in the name of the first rank that is wrong.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/distributed/channel.hpp"

#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace xeforge::distributed {

// A named part of a call, in words; those of all ranks have to be the same.
using Terms = std::vector<std::pair<std::string, std::string>>;

// Collective.
void agree(Channel& channel, const std::optional<Error>& own_error, const Terms& terms = {});

// Collective: runs the rank's part, which may fail, say for want of memory, and which calls no other rank.
void agree_on(Channel& channel, const std::function<void()>& part);

// A rank that fails while others wait for its messages: it keeps its error, goes on without computing, and all agree on
// it at the end.
class Computing {
public:
  explicit Computing(Channel& channel) : channel_(channel) {}
  // Calls no other rank. Not run after a failure.
  void run(const std::function<void()>& part);
  void agree(); // collective
  double seconds() const { return seconds_; }

private:
  Channel& channel_;
  std::exception_ptr error_;
  double seconds_ = 0.0;
};

} // namespace xeforge::distributed
