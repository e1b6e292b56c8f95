// The functions of xeforge/distributed.hpp: a channel over the communicator, a queue with the rank's threads.
#include "xeforge/distributed.hpp"

#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/attention.hpp"
#include "xeforge/distributed/mpi/channel.hpp"
#include "xeforge/distributed/routing.hpp"
#include "xeforge/softmax_topk.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <optional>
#include <thread>

namespace xeforge::distributed {
namespace {

// threads 0: the machine's, shared evenly by the ranks on it. Collective.
sycl::queue queue_of(MpiChannel& channel, std::int64_t threads) {
  std::optional<sycl::queue> queue;
  agree_on(channel, [&] {
    if (threads < 0)
      throw Error("threads", std::to_string(threads), "1 or more, or 0 for one for each CPU");
    const auto share = static_cast<std::int64_t>(std::thread::hardware_concurrency()) / channel.ranks_here();
    const auto count = static_cast<int>(threads > 0 ? threads : std::max<std::int64_t>(1, share));
    queue.emplace(sycl::property_list(property::queue::threads(count)));
  });
  return *queue;
}

std::int64_t index_at(const MatrixView& indices, std::int64_t row, std::int64_t place) {
  const std::int64_t at = row * indices.row_stride + place;
  return indices.dtype == DType::i64 ? static_cast<const std::int64_t*>(indices.data)[at]
                                     : static_cast<const std::int32_t*>(indices.data)[at];
}

} // namespace

Capability measure(MPI_Comm communicator, std::int64_t threads) {
  MpiChannel channel(communicator);
  sycl::queue queue = queue_of(channel, threads);
  return measure(channel, queue);
}

ContextReport attention(MPI_Comm communicator, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                        const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
                        const AttentionOptions& options, const ContextOptions& context) {
  MpiChannel channel(communicator);
  sycl::queue queue = queue_of(channel, context.threads);
  return attention(channel, queue, q, k, v, out, lse, options, context);
}

void softmax_topk(MPI_Comm communicator, ConstMatrixView scores, MatrixView weights, MatrixView indices,
                  const SoftmaxTopkOptions& options, Dispatch* dispatch, std::int64_t threads) {
  MpiChannel channel(communicator);
  sycl::queue queue = queue_of(channel, threads);
  route(channel,
        {{scores.rows, scores.columns, scores.dtype, weights.dtype, indices.dtype, options},
         [&] { xeforge::softmax_topk(queue, scores, weights, indices, options); },
         [&] {
           std::vector<std::int64_t> winners;
           for (std::int64_t row = 0; row < indices.rows; ++row)
             for (std::int64_t place = 0; place < options.k; ++place)
               winners.push_back(index_at(indices, row, place));
           return winners;
         }},
        dispatch);
}

} // namespace xeforge::distributed
