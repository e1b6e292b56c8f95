// Attention and the merge of partial results for the C interface.
#include "xeforge/attention.hpp"

#include "xeforge/c_interface/context.hpp"
#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/c_interface/options.hpp"
#include "xeforge/c_interface/plan.hpp"
#include "xeforge/c_interface/ranks.hpp"
#include "xeforge/c_interface/tensors.hpp"
#include "xeforge/distributed/attention.hpp"

namespace xeforge::c_interface {
namespace {

constexpr std::size_t first_size = 920; // of xeforge_attention_options as first published
static_assert(sizeof(xeforge_attention_options) >= first_size);

constexpr const char* of_q = "(batch, heads_q, seq_q, d_qk)";
constexpr const char* of_k = "(batch, heads_kv, seq_k, d_qk)";
constexpr const char* of_v = "(batch, heads_kv, seq_k, d_v)";
constexpr const char* of_out = "(batch, heads_q, seq_q, d_v)";
constexpr const char* of_lse = "(batch, heads_q, seq_q)";

xeforge_attention_options defaults() {
  xeforge_attention_options options{};
  options.struct_size = sizeof options;
  options.window_left = options.window_right = -1;
  return options;
}

// Slopes are read where they lie if they are floats; others become floats here.
class Slopes {
public:
  explicit Slopes(const xeforge_tensor& tensor) : view_(broadcast_view_of<2>(tensor, "alibi_slopes")) {
    if (view_.data == nullptr || (view_.dtype != DType::f16 && view_.dtype != DType::bf16))
      return;
    constexpr std::int64_t most = 1 << 24;
    if (view_.shape[0] > most || view_.shape[1] > most / std::max<std::int64_t>(view_.shape[0], 1))
      throw Error("alibi_slopes shape", shape_text(view_.shape), "(heads_q,) or (1 or batch, heads_q)");
    for (std::int64_t b = 0; b < view_.shape[0]; ++b)
      for (std::int64_t h = 0; h < view_.shape[1]; ++h)
        copy_.push_back(float_at(tensor, b * view_.strides[0] + h * view_.strides[1]));
    view_ = {copy_.data(), DType::f32, view_.shape, {view_.shape[1], 1}};
  }
  Slopes(const Slopes&) = delete;
  Slopes& operator=(const Slopes&) = delete;
  const ConstTensorView<2>& view() const { return view_; }

private:
  std::vector<float> copy_;
  ConstTensorView<2> view_;
};

// The caller's options as the operator takes them. Holds what had to be copied.
class Operation {
public:
  explicit Operation(const xeforge_attention_options& options)
      : slopes_(options.alibi_slopes), sinks_(options.sinks, "sinks"), begins_q_(options.cu_seqlens_q, "cu_seqlens_q"),
        begins_k_(options.cu_seqlens_k, "cu_seqlens_k") {
    if (options.has_scale != 0)
      options_.scale = options.scale;
    options_.softcap = options.softcap;
    options_.causal = static_cast<Causal>(options.causal);
    options_.window = {options.window_left, options.window_right};
    options_.attn_bias = broadcast_view_of<4>(options.attn_bias, "attn_bias");
    options_.attn_mask = broadcast_view_of<4>(options.attn_mask, "attn_mask");
    options_.alibi_slopes = slopes_.view();
    options_.sinks = sinks_.view();
    options_.cu_seqlens_q = begins_q_.view();
    options_.cu_seqlens_k = begins_k_.view();
    options_.variant = name_or_empty(options.variant);
    options_.target = name_or_empty(options.target);
  }
  const AttentionOptions& options() const { return options_; }

private:
  const Slopes slopes_;
  const Floats sinks_;
  const Integers begins_q_, begins_k_;
  AttentionOptions options_;
};

// What is wrong with an array that broadcasts is said of the dimensions that it was given with.
template <class Call>
void with_given_dimensions(const xeforge_attention_options* given, const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    const xeforge_attention_options options = read_options(given, defaults(), first_size);
    const std::pair<std::string, const xeforge_tensor*> arrays[] = {
        {"attn_bias", &options.attn_bias}, {"attn_mask", &options.attn_mask}, {"alibi_slopes", &options.alibi_slopes}};
    for (const auto& [name, array] : arrays) {
      if (error.argument() == name + " shape")
        throw Error(error.argument(), shape_text(shape_of(*array)), error.expected());
      if (error.argument() == name + " strides")
        throw Error(error.argument(), shape_text(strides_of(*array)), error.expected());
    }
    throw;
  }
}

void expect_disjoint_from_options(const xeforge_tensor* out, const xeforge_tensor* lse,
                                  const xeforge_attention_options& options) {
  for (const auto& [output, name] : {std::pair(out, "out"), std::pair(lse, "lse")}) {
    expect_disjoint(output, name, options.alibi_slopes, "alibi_slopes");
    expect_disjoint(output, name, options.sinks, "sinks");
    expect_disjoint(output, name, options.cu_seqlens_q, "cu_seqlens_q");
    expect_disjoint(output, name, options.cu_seqlens_k, "cu_seqlens_k");
  }
}

TensorView<3> lse_view(const xeforge_tensor* lse) {
  return is_given(lse) ? view_of<3>(lse, "lse", of_lse) : TensorView<3>{};
}

// A call over ranks, as this rank has it.
struct RankCall {
  RankCall(xeforge_context* context, const xeforge_tensor* of_q_, const xeforge_tensor* of_k_,
           const xeforge_tensor* of_v_, const xeforge_tensor* of_out_, const xeforge_tensor* of_lse_,
           const xeforge_attention_options* given, const xeforge_ranks_options* ranks_given)
      : queue(queue_of(context)), operation(read_options(given, defaults(), first_size)),
        options(context_options_of(ranks_given)), q(view_of<4>(of_q_, "q", of_q)), k(view_of<4>(of_k_, "k", of_k)),
        v(view_of<4>(of_v_, "v", of_v)), out(view_of<4>(of_out_, "out", of_out)), lse(lse_view(of_lse_)) {}

  sycl::queue& queue;
  Operation operation;
  distributed::ContextOptions options;
  ConstTensorView<4> q, k, v;
  TensorView<4> out;
  TensorView<3> lse;
};

} // namespace
} // namespace xeforge::c_interface

using namespace xeforge::c_interface;

void xeforge_attention_defaults(xeforge_attention_options* options, size_t struct_size) {
  write_defaults(options, struct_size, defaults());
}

xeforge_status xeforge_attention(xeforge_context* context, const xeforge_tensor* q, const xeforge_tensor* k,
                                 const xeforge_tensor* v, const xeforge_tensor* out, const xeforge_tensor* lse,
                                 const xeforge_attention_options* given, xeforge_error* error) {
  return guarded(error, [&] {
    sycl::queue& queue = queue_of(context);
    const xeforge_attention_options options = read_options(given, defaults(), first_size);
    const Operation operation(options);
    const auto out_view = view_of<4>(out, "out", of_out);
    const auto sums = lse_view(lse);
    expect_disjoint_from_options(out, lse, options);
    with_given_dimensions(given, [&] {
      xeforge::attention(queue, view_of<4>(q, "q", of_q), view_of<4>(k, "k", of_k), view_of<4>(v, "v", of_v), out_view,
                         sums, operation.options());
    });
  });
}

xeforge_status xeforge_attention_plan(xeforge_context* context, const xeforge_tensor* q, const xeforge_tensor* k,
                                      const xeforge_tensor* v, const xeforge_tensor* out, const xeforge_tensor* lse,
                                      const xeforge_attention_options* given, xeforge_plan* plan,
                                      xeforge_error* error) {
  return guarded(error, [&] {
    queue_of(context);
    const Operation operation(read_options(given, defaults(), first_size));
    const xeforge::AttentionProblem problem{view_of<4>(q, "q", of_q),
                                            view_of<4>(k, "k", of_k),
                                            view_of<4>(v, "v", of_v),
                                            view_of<4>(out, "out", of_out),
                                            lse_view(lse),
                                            operation.options()};
    with_given_dimensions(given, [&] { write_plan(plan, xeforge::plan(problem)); });
  });
}

xeforge_status xeforge_merge(xeforge_context* context, const xeforge_tensor* out_a, const xeforge_tensor* lse_a,
                             const xeforge_tensor* out_b, const xeforge_tensor* lse_b, const xeforge_tensor* out,
                             const xeforge_tensor* lse, xeforge_error* error) {
  return guarded(error, [&] {
    xeforge::merge(queue_of(context), view_of<4>(out_a, "out_a", of_out), view_of<3>(lse_a, "lse_a", of_lse),
                   view_of<4>(out_b, "out_b", of_out), view_of<3>(lse_b, "lse_b", of_lse),
                   view_of<4>(out, "out", of_out), view_of<3>(lse, "lse", of_lse));
  });
}

xeforge_status xeforge_ranks_attention(xeforge_context* context, const xeforge_transport* transport,
                                       const xeforge_tensor* q, const xeforge_tensor* k, const xeforge_tensor* v,
                                       const xeforge_tensor* out, const xeforge_tensor* lse,
                                       const xeforge_attention_options* given, const xeforge_ranks_options* ranks_given,
                                       xeforge_ranks_report* report, xeforge_error* error) {
  return guarded(error, [&] {
    TransportChannel channel(transport);
    std::optional<RankCall> own;
    xeforge::distributed::agree_on(channel, [&] { own.emplace(context, q, k, v, out, lse, given, ranks_given); });
    write_report(report, xeforge::distributed::attention(channel, own->queue, own->q, own->k, own->v, own->out,
                                                         own->lse, own->operation.options(), own->options));
  });
}
