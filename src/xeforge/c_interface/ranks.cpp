#include "xeforge/c_interface/ranks.hpp"

#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/c_interface/options.hpp"
#include "xeforge/c_interface/plan.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace xeforge::c_interface {
namespace {

constexpr std::size_t first_size = 40; // of xeforge_ranks_options as first published
static_assert(sizeof(xeforge_ranks_options) >= first_size);

xeforge_ranks_options defaults() {
  xeforge_ranks_options options{};
  options.struct_size = sizeof options;
  return options;
}

const xeforge_transport& checked(const xeforge_transport* transport) {
  if (transport == nullptr)
    throw Error("transport", "a null pointer", "functions that reach the other ranks");
  if (transport->struct_size < sizeof(xeforge_transport))
    throw Error("transport struct_size", std::to_string(transport->struct_size),
                std::to_string(sizeof(xeforge_transport)));
  if (transport->rank < 0 || transport->rank >= transport->ranks)
    throw Error("transport rank", std::to_string(transport->rank) + " of " + std::to_string(transport->ranks),
                "a rank from 0 on, below the number of ranks");
  if (transport->send == nullptr || transport->receive == nullptr || transport->wait == nullptr ||
      transport->abandon == nullptr)
    throw Error("transport", "a null pointer", "the functions send, receive, wait and abandon");
  return *transport;
}

void require(std::int32_t status, const char* function) {
  if (status != 0)
    throw Error("transport", std::to_string(status) + " from " + function, "0");
}

distributed::Shards shards_of(xeforge_shards shards) {
  if (shards != XEFORGE_SHARDS_CONTIGUOUS && shards != XEFORGE_SHARDS_ZIGZAG)
    throw Error("shards", std::to_string(shards), "XEFORGE_SHARDS_CONTIGUOUS or XEFORGE_SHARDS_ZIGZAG");
  return shards == XEFORGE_SHARDS_ZIGZAG ? distributed::Shards::zigzag : distributed::Shards::contiguous;
}

} // namespace

TransportChannel::TransportChannel(const xeforge_transport* transport) : transport_(checked(transport)) {
  set_ranks(transport_.rank, transport_.ranks);
}
void TransportChannel::drop() noexcept {
  if (has_begun_)
    transport_.abandon(transport_.self);
  has_begun_ = false;
}
void TransportChannel::send(std::int64_t unit, const void* data, std::int64_t count, int to) {
  has_begun_ = true;
  require(transport_.send(transport_.self, data, count * unit, to), "send");
}
void TransportChannel::receive(std::int64_t unit, void* data, std::int64_t count, int from) {
  has_begun_ = true;
  require(transport_.receive(transport_.self, data, count * unit, from), "receive");
}
void TransportChannel::help() {
  if (has_begun_ && transport_.poke != nullptr)
    require(transport_.poke(transport_.self), "poke");
}
void TransportChannel::finish() {
  if (!has_begun_)
    return;
  require(transport_.wait(transport_.self), "wait");
  has_begun_ = false;
}

namespace {

xeforge_tensor tensor_of(const TensorView<4>& view) {
  xeforge_tensor tensor{};
  tensor.data = view.data;
  tensor.dtype = XEFORGE_FLOAT32;
  tensor.rank = 4;
  std::ranges::copy(view.shape, tensor.shape);
  std::ranges::copy(view.strides, tensor.strides);
  return tensor;
}

distributed::BiasFunction bias_of(xeforge_bias_function function, void* self) {
  if (function == nullptr)
    return {};
  return [=](const distributed::BiasBlock& block) {
    const xeforge_tensor values = tensor_of(block.values);
    xeforge_error error{};
    const std::int32_t status = function(self, block.batch, block.head, block.query, block.key, &values, &error);
    if (status == 0)
      return;
    const auto text_or = [](const auto& text, const std::string& usual) {
      const std::string said(text, strnlen(text, sizeof text));
      return said.empty() ? usual : said;
    };
    throw Error(text_or(error.argument, "bias"), text_or(error.got, std::to_string(status) + " from its function"),
                text_or(error.expected, "0"));
  };
}

} // namespace

distributed::ContextOptions context_options_of(const xeforge_ranks_options* given) {
  const xeforge_ranks_options options = read_options(given, defaults(), first_size);
  if (options.scheme < XEFORGE_SCHEME_AUTOMATIC || options.scheme > XEFORGE_SCHEME_HEAD_PARALLEL)
    throw Error("scheme", std::to_string(options.scheme), "XEFORGE_SCHEME_AUTOMATIC to XEFORGE_SCHEME_HEAD_PARALLEL");
  distributed::ContextOptions result;
  result.scheme = static_cast<distributed::Scheme>(options.scheme);
  result.shards = shards_of(options.shards);
  if (options.bytes_per_second != 0.0 || options.latency != 0.0 || options.flops_per_second != 0.0)
    result.capability = {options.bytes_per_second, options.latency, options.flops_per_second};
  result.bias = bias_of(options.bias, options.bias_self);
  return result;
}

void write_report(xeforge_ranks_report* report, const distributed::ContextReport& done) {
  if (report == nullptr)
    return;
  report->scheme = static_cast<xeforge_scheme>(done.scheme);
  report->bytes_sent = done.bytes_sent;
  report->messages = done.messages;
  report->scores = done.scores;
  report->bytes_held = done.bytes_held;
  report->computing = done.computing;
  report->waiting = done.waiting;
  write_name(report->reason, done.reason);
}

} // namespace xeforge::c_interface

using namespace xeforge::c_interface;

void xeforge_ranks_defaults(xeforge_ranks_options* options, size_t struct_size) {
  write_defaults(options, struct_size, defaults());
}

xeforge_status xeforge_ranks_agree(const xeforge_transport* transport, const xeforge_error* own, xeforge_error* error) {
  return guarded(error, [&] {
    TransportChannel channel(transport);
    std::optional<xeforge::Error> wrong;
    if (own != nullptr && own->status != XEFORGE_OK)
      wrong.emplace(own->argument, own->got, own->expected);
    xeforge::distributed::agree(channel, wrong);
  });
}

xeforge_status xeforge_ranks_shard(int64_t length, int32_t ranks, int32_t rank, xeforge_shards shards,
                                   int64_t begins[2], int64_t ends[2], xeforge_error* error) {
  return guarded(error, [&] {
    if (length < 0)
      throw xeforge::Error("length", std::to_string(length), "0 or more");
    if (ranks < 1)
      throw xeforge::Error("ranks", std::to_string(ranks), "1 or more");
    if (rank < 0 || rank >= ranks)
      throw xeforge::Error("rank", std::to_string(rank), "0 to " + std::to_string(ranks - 1));
    if (begins == nullptr || ends == nullptr)
      throw xeforge::Error("begins", "a null pointer", "room for two numbers, as in ends");
    const std::vector<xeforge::distributed::Range> held =
        xeforge::distributed::shard_of(length, ranks, rank, shards_of(shards));
    for (std::size_t i = 0; i < 2; ++i) {
      begins[i] = i < held.size() ? held[i].begin : held.back().end;
      ends[i] = i < held.size() ? held[i].end : held.back().end;
    }
  });
}
