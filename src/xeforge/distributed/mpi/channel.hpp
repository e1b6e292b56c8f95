// A communicator of our own over the caller's ranks. It is made at the first call and kept with the caller's, as making it
// takes several rounds of messages.
#pragma once

#include "xeforge/distributed/channel.hpp"

#include <mpi.h>

namespace xeforge::distributed {

class MpiChannel final : public Channel {
public:
  // Collective. Throws Error("communicator", ...) for what is none, or one of two groups.
  explicit MpiChannel(MPI_Comm communicator);

  int ranks_here() const { return ranks_here_; } // on this machine

private:
  void send(std::int64_t unit, const void* data, std::int64_t count, int to) override;
  void receive(std::int64_t unit, void* data, std::int64_t count, int from) override;
  void help() override;
  void finish() override;
  void drop() noexcept override;
  void gather(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
              std::span<const std::int64_t> places) override;
  void exchange(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                std::span<const std::int64_t> send_places, void* received, std::span<const std::int64_t> receive_counts,
                std::span<const std::int64_t> receive_places) override;

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int ranks_here_ = 1, tag_ = 0;
  std::vector<MPI_Request> requests_;
};

} // namespace xeforge::distributed
