// Several processes that a caller of the C interface has connected.
#pragma once

#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/channel.hpp"
#include "xeforge/ranks.hpp"
#include "xeforge/xeforge.h"

namespace xeforge::c_interface {

class TransportChannel final : public distributed::Channel {
public:
  // Throws Error for a transport that cannot be.
  explicit TransportChannel(const xeforge_transport* transport);

private:
  void send(std::int64_t unit, const void* data, std::int64_t count, int to) override;
  void receive(std::int64_t unit, void* data, std::int64_t count, int from) override;
  void help() override;
  void finish() override;
  void drop() noexcept override;

  const xeforge_transport& transport_;
  bool has_begun_ = false; // something that has not been waited for
};

// Throws Error for numbers that no scheme or shards have.
distributed::ContextOptions context_options_of(const xeforge_ranks_options* given);
// report may be null.
void write_report(xeforge_ranks_report* report, const distributed::ContextReport& done);

} // namespace xeforge::c_interface
