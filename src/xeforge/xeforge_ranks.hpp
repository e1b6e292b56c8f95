// Several processes, for C++17 and newer over the C interface: attention and routing over ranks that the program connects.
// xeforge.h describes the arguments; over MPI there is xeforge/distributed.hpp.
//
//   class Sockets : public xeforge::ranks::Transport { ... };
//   Sockets sockets(rank, count);
//   xeforge::ranks::Report report = xeforge::ranks::attention(context, sockets, q, k, v, out);
//
// Functions that take a Transport are collective. What one rank has wrong is the same Error on all of them.
#ifndef XEFORGE_XEFORGE_RANKS_HPP
#define XEFORGE_XEFORGE_RANKS_HPP

#include "xeforge/xeforge.hpp"

#include <cstring>
#include <exception>
#include <functional>
#include <utility>

namespace xeforge {
inline namespace over_c {
namespace ranks {

enum class Shards : std::int32_t { contiguous = XEFORGE_SHARDS_CONTIGUOUS, zigzag = XEFORGE_SHARDS_ZIGZAG };
enum class Scheme : std::int32_t {
  automatic = XEFORGE_SCHEME_AUTOMATIC,
  ring = XEFORGE_SCHEME_RING,
  all_gather = XEFORGE_SCHEME_ALL_GATHER,
  head_parallel = XEFORGE_SCHEME_HEAD_PARALLEL
};

// Positions [begin, end).
struct Range {
  std::int64_t begin = 0, end = 0;
};

// How this process reaches the others; xeforge.h says what each function has to do. What one throws, the call throws on
// this rank; the others have to be ended by whoever started them.
class Transport {
public:
  Transport(std::int32_t rank, std::int32_t count) : rank_(rank), count_(count) {}
  virtual ~Transport() = default;
  std::int32_t rank() const noexcept { return rank_; }
  std::int32_t count() const noexcept { return count_; }

  virtual void send(const void* data, std::int64_t bytes, std::int32_t to) = 0;
  virtual void receive(void* data, std::int64_t bytes, std::int32_t from) = 0;
  virtual void wait() = 0;
  virtual void poke() {}
  virtual void abandon() noexcept = 0;

private:
  std::int32_t rank_, count_;
};

// values: float32 (batches, heads, queries, keys), all to be written.
struct BiasBlock {
  std::int64_t batch, head, query, key;
  const xeforge_tensor& values;
};

struct Options {
  Scheme scheme = Scheme::automatic;
  Shards shards = Shards::contiguous;
  double bytes_per_second = 0.0, latency = 0.0, flops_per_second = 0.0; // all 0: measured
  std::function<void(const BiasBlock&)> bias{}; // what it throws is an Error about "bias" on all ranks
};

struct Report {
  Scheme scheme = Scheme::ring;
  std::int64_t bytes_sent = 0, messages = 0, scores = 0, bytes_held = 0;
  double computing = 0.0, waiting = 0.0;
  std::string reason{};
};

struct Dispatch {
  std::vector<std::int64_t> counts, offsets, permutation;
  std::int64_t first_slot = 0;
};

namespace detail {

// A transport as the C interface takes it.
class Connection {
public:
  explicit Connection(Transport& transport) : transport_(transport) {
    functions_.struct_size = sizeof functions_;
    functions_.self = this;
    functions_.rank = transport.rank();
    functions_.ranks = transport.count();
    functions_.send = [](void* self, const void* data, std::int64_t bytes, std::int32_t to) {
      return of(self).status([&](Transport& of_caller) { of_caller.send(data, bytes, to); });
    };
    functions_.receive = [](void* self, void* data, std::int64_t bytes, std::int32_t from) {
      return of(self).status([&](Transport& of_caller) { of_caller.receive(data, bytes, from); });
    };
    functions_.wait = [](void* self) { return of(self).status([](Transport& of_caller) { of_caller.wait(); }); };
    functions_.poke = [](void* self) { return of(self).status([](Transport& of_caller) { of_caller.poke(); }); };
    functions_.abandon = [](void* self) { of(self).transport_.abandon(); };
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // call(transport, error)
  template <class Call>
  void check(const Call& call) {
    xeforge_error error;
    const xeforge_status status = call(&functions_, &error);
    if (thrown_)
      std::rethrow_exception(thrown_);
    if (status != XEFORGE_OK)
      throw Error(error);
  }

private:
  static Connection& of(void* self) { return *static_cast<Connection*>(self); }
  template <class Function>
  std::int32_t status(const Function& function) noexcept {
    try {
      function(transport_);
      return 0;
    } catch (...) {
      if (!thrown_)
        thrown_ = std::current_exception();
      return 1;
    }
  }

  Transport& transport_;
  xeforge_transport functions_{};
  std::exception_ptr thrown_{};
};

inline void write_text(char (&place)[256], const char* text) noexcept {
  std::strncpy(place, text, sizeof place - 1);
  place[sizeof place - 1] = '\0';
}

// self: std::function<void(const BiasBlock&)>
inline std::int32_t write_bias(void* self, std::int64_t batch, std::int64_t head, std::int64_t query, std::int64_t key,
                               const xeforge_tensor* values, xeforge_error* error) noexcept {
  try {
    (*static_cast<const std::function<void(const BiasBlock&)>*>(self))({batch, head, query, key, *values});
    return 0;
  } catch (const std::exception& problem) {
    write_text(error->got, problem.what());
  } catch (...) {
    write_text(error->got, "an exception that is no std::exception");
  }
  std::strcpy(error->expected, "a function that writes its block");
  return 1;
}

// Refers to the function of the options.
inline xeforge_ranks_options c_options(const Options& options) {
  xeforge_ranks_options result;
  xeforge_ranks_defaults(&result, sizeof result);
  result.scheme = static_cast<xeforge_scheme>(options.scheme);
  result.shards = static_cast<xeforge_shards>(options.shards);
  result.bytes_per_second = options.bytes_per_second;
  result.latency = options.latency;
  result.flops_per_second = options.flops_per_second;
  if (options.bias) {
    result.bias = write_bias;
    result.bias_self = const_cast<void*>(static_cast<const void*>(&options.bias));
  }
  return result;
}

} // namespace detail

// The positions that a rank holds, in the order of its arrays. Not collective.
inline std::vector<Range> shard_of(std::int64_t length, std::int32_t count, std::int32_t rank,
                                   Shards shards = Shards::contiguous) {
  std::int64_t begins[2], ends[2];
  over_c::detail::check([&](xeforge_error* error) {
    return xeforge_ranks_shard(length, count, rank, static_cast<xeforge_shards>(shards), begins, ends, error);
  });
  std::vector<Range> result{{begins[0], ends[0]}};
  if (shards == Shards::zigzag)
    result.push_back({begins[1], ends[1]});
  return result;
}

// What the caller of one rank found wrong becomes the Error of all; null: nothing is wrong here.
inline void agree(Transport& transport, const xeforge_error* own = nullptr) {
  detail::Connection connection(transport);
  connection.check([&](const xeforge_transport* functions, xeforge_error* error) {
    return xeforge_ranks_agree(functions, own, error);
  });
}

// Shapes as for attention() of one process, with this rank's queries and keys.
inline Report attention(const Context& context, Transport& transport, const Tensor& q, const Tensor& k, const Tensor& v,
                        const Tensor& out, const Tensor& lse = Tensor(),
                        const AttentionOptions& options = AttentionOptions(), const Options& over = Options()) {
  const xeforge_attention_options c_options = over_c::detail::c_options(options);
  const xeforge_ranks_options c_over = detail::c_options(over);
  xeforge_ranks_report report;
  detail::Connection connection(transport);
  connection.check([&](const xeforge_transport* functions, xeforge_error* error) {
    return xeforge_ranks_attention(context.c_context(), functions, &q.c_tensor(), &k.c_tensor(), &v.c_tensor(),
                                   &out.c_tensor(), &lse.c_tensor(), &c_options, &c_over, &report, error);
  });
  Report result;
  result.scheme = static_cast<Scheme>(report.scheme);
  result.bytes_sent = report.bytes_sent;
  result.messages = report.messages;
  result.scores = report.scores;
  result.bytes_held = report.bytes_held;
  result.computing = report.computing;
  result.waiting = report.waiting;
  result.reason = report.reason;
  return result;
}

// scores (..., n), weights and indices (..., k): this rank's rows, 0 or more. dispatch: null on all ranks, or on none.
inline void softmax_topk(const Context& context, Transport& transport, const Tensor& scores, const Tensor& weights,
                         const Tensor& indices, const SoftmaxTopkOptions& options, Dispatch* dispatch = nullptr) {
  const xeforge_softmax_topk_options c_options = over_c::detail::c_options(options);
  xeforge_dispatch c_dispatch{};
  c_dispatch.struct_size = sizeof c_dispatch;
  if (dispatch != nullptr) {
    const xeforge_tensor& array = scores.c_tensor();
    const auto extent = [&](std::int32_t axis) { return static_cast<std::size_t>(array.shape[axis]); };
    std::size_t rows = 1;
    for (std::int32_t axis = 0; axis + 1 < array.rank; ++axis)
      rows *= extent(axis);
    const std::size_t columns = array.rank > 0 ? extent(array.rank - 1) : 0;
    dispatch->counts.assign(columns, 0);
    dispatch->offsets.assign(columns + 1, 0);
    dispatch->permutation.assign(rows * static_cast<std::size_t>(options.k), 0);
    c_dispatch.counts = dispatch->counts.data();
    c_dispatch.offsets = dispatch->offsets.data();
    c_dispatch.permutation = dispatch->permutation.data();
  }
  detail::Connection connection(transport);
  connection.check([&](const xeforge_transport* functions, xeforge_error* error) {
    return xeforge_ranks_softmax_topk(context.c_context(), functions, &scores.c_tensor(), &weights.c_tensor(),
                                      &indices.c_tensor(), &c_options, dispatch == nullptr ? nullptr : &c_dispatch,
                                      error);
  });
  if (dispatch != nullptr)
    dispatch->first_slot = c_dispatch.first_slot;
}

} // namespace ranks
} // namespace over_c
} // namespace xeforge

#endif
