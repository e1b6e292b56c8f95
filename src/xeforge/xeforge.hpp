// xeforge's operators for C++17 and newer, over the C interface: nothing to link but libxeforge, any compiler.
//
//   xeforge::Context context;
//   xeforge::SoftmaxTopkOptions options;
//   options.k = 8;
//   xeforge::softmax_topk(context, xeforge::matrix(scores, rows, n), xeforge::matrix(weights, rows, 8),
//                         xeforge::matrix(indices, rows, 8), options);
//
// Arrays are pointers to float, std::int32_t, std::int64_t or bool, or untyped pointers with a DType. xeforge.h
// describes the arguments and every option. An invalid argument throws an Error.
#ifndef XEFORGE_XEFORGE_HPP
#define XEFORGE_XEFORGE_HPP

#include "xeforge/xeforge.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace xeforge {
// A separate namespace, so that symbols differ from those of the C++ interface inside the library.
inline namespace over_c {

// what() reads "ARGUMENT: got GOT; expected EXPECTED".
class Error : public std::runtime_error {
public:
  explicit Error(const xeforge_error& error)
      : std::runtime_error(error.message), status_(error.status), argument_(error.argument), got_(error.got),
        expected_(error.expected) {}

  xeforge_status status() const noexcept { return status_; }
  const std::string& argument() const noexcept { return argument_; }
  const std::string& got() const noexcept { return got_; }
  const std::string& expected() const noexcept { return expected_; }

private:
  xeforge_status status_;
  std::string argument_, got_, expected_;
};

enum class DType : std::int32_t {
  f16 = XEFORGE_FLOAT16,
  bf16 = XEFORGE_BFLOAT16,
  f32 = XEFORGE_FLOAT32,
  i32 = XEFORGE_INT32,
  i64 = XEFORGE_INT64,
  boolean = XEFORGE_BOOL
};

namespace detail {

template <class T>
struct DTypeOf {
  static_assert(sizeof(T) == 0, "no element type: take a pointer to void and name its DType");
};
template <>
struct DTypeOf<float> {
  static constexpr DType value = DType::f32;
};
template <>
struct DTypeOf<std::int32_t> {
  static constexpr DType value = DType::i32;
};
template <>
struct DTypeOf<std::int64_t> {
  static constexpr DType value = DType::i64;
};
template <>
struct DTypeOf<bool> {
  static constexpr DType value = DType::boolean;
};

template <class Call>
void check(const Call& call) {
  xeforge_error error;
  if (call(&error) != XEFORGE_OK)
    throw Error(error);
}

} // namespace detail

// A view of an array. Default-constructed: not given.
class Tensor {
public:
  Tensor() = default;
  explicit Tensor(const xeforge_tensor& tensor) : tensor_(tensor) {}
  // An array without gaps, with adjacent elements in the last dimension.
  Tensor(void* data, DType dtype, std::initializer_list<std::int64_t> shape)
      : tensor_(xeforge_dense_tensor(data, static_cast<xeforge_dtype>(dtype), rank_of(shape), shape.begin())) {}
  Tensor(const void* data, DType dtype, std::initializer_list<std::int64_t> shape)
      : Tensor(const_cast<void*>(data), dtype, shape) {}
  template <class T, class = std::enable_if_t<!std::is_void<T>::value>>
  Tensor(T* data, std::initializer_list<std::int64_t> shape)
      : Tensor(static_cast<const void*>(data), detail::DTypeOf<std::remove_cv_t<T>>::value, shape) {}

  // The same array with other strides, in elements.
  Tensor with_strides(std::initializer_list<std::int64_t> strides) const {
    if (static_cast<std::int32_t>(strides.size()) != tensor_.rank)
      throw std::invalid_argument("with_strides: another number of strides than of dimensions");
    Tensor result(*this);
    std::size_t axis = 0;
    for (const std::int64_t stride : strides)
      result.tensor_.strides[axis++] = stride;
    return result;
  }
  const xeforge_tensor& c_tensor() const noexcept { return tensor_; }

private:
  static std::int32_t rank_of(std::initializer_list<std::int64_t> shape) {
    if (shape.size() > XEFORGE_MAX_RANK)
      throw std::invalid_argument("Tensor: more dimensions than XEFORGE_MAX_RANK");
    return static_cast<std::int32_t>(shape.size());
  }

  xeforge_tensor tensor_{};
};

// rows x columns elements, row_stride elements from row to row (0: columns).
template <class T>
Tensor matrix(T* data, std::int64_t rows, std::int64_t columns, std::int64_t row_stride = 0) {
  return Tensor(data, {rows, columns}).with_strides({row_stride == 0 ? columns : row_stride, 1});
}

// Holds the threads that calls share. Movable; several threads may call with the same context at once.
class Context {
public:
  explicit Context(std::int32_t threads = 0) {
    xeforge_context* made = nullptr;
    detail::check([&](xeforge_error* error) { return xeforge_context_create(threads, &made, error); });
    context_.reset(made);
  }
  xeforge_context* c_context() const noexcept { return context_.get(); }

private:
  struct Destroy {
    void operator()(xeforge_context* context) const { xeforge_context_destroy(context); }
  };
  std::unique_ptr<xeforge_context, Destroy> context_;
};

struct Plan {
  std::string variant, target, reason;
};

// The answer to "can this be run?", with the reason if not.
struct Support {
  bool supported = false;
  std::string reason{};
  explicit operator bool() const { return supported; }
};

// ---- softmax + top-K + normalise ------------------------------------------------------------------------------------

enum class Scoring : std::int32_t { softmax = XEFORGE_SCORING_SOFTMAX, sigmoid = XEFORGE_SCORING_SIGMOID };

struct SoftmaxTopkOptions {
  std::int64_t k = 1;
  Scoring scoring = Scoring::softmax;
  bool renormalize = true;
  Tensor correction_bias{};
  std::int64_t num_expert_group = 1;
  std::int64_t topk_group = 1;
  float routed_scaling_factor = 1.0f;
  std::string variant{}; // empty: the plan's choice
  std::string target{};  // empty: the best one of this machine
};

// ---- attention ------------------------------------------------------------------------------------------------------

enum class Causal : std::int32_t {
  none = XEFORGE_CAUSAL_NONE,
  top_left = XEFORGE_CAUSAL_TOP_LEFT,
  bottom_right = XEFORGE_CAUSAL_BOTTOM_RIGHT
};

// Keys before and after key i + seq_k - seq_q of query i, also for Causal::top_left; both inclusive; -1: no limit.
struct AttentionWindow {
  std::int64_t left = -1, right = -1;
};

struct AttentionOptions {
  std::optional<float> scale{}; // not given: 1 / sqrt(d_qk)
  float softcap = 0.0f;
  Causal causal = Causal::none;
  AttentionWindow window{};
  Tensor attn_bias{};
  Tensor attn_mask{};
  Tensor alibi_slopes{}; // times |i + seq_k - seq_q - j|, whatever causal is
  Tensor sinks{};
  Tensor cu_seqlens_q{};
  Tensor cu_seqlens_k{};
  std::string variant{};
  std::string target{};
};

// ---- RMS normalisation ----------------------------------------------------------------------------------------------

struct RmsNormOptions {
  float eps = 1e-6f;
  Tensor residual{};
  Tensor residual_out{};
  std::string variant{};
  std::string target{};
};

namespace detail {

inline const char* name_or_null(const std::string& name) { return name.empty() ? nullptr : name.c_str(); }

inline xeforge_softmax_topk_options c_options(const SoftmaxTopkOptions& options) {
  xeforge_softmax_topk_options result;
  xeforge_softmax_topk_defaults(&result, sizeof result);
  result.k = options.k;
  result.scoring = static_cast<xeforge_scoring>(options.scoring);
  result.renormalize = options.renormalize ? 1 : 0;
  result.correction_bias = options.correction_bias.c_tensor();
  result.num_expert_group = options.num_expert_group;
  result.topk_group = options.topk_group;
  result.routed_scaling_factor = options.routed_scaling_factor;
  result.variant = name_or_null(options.variant);
  result.target = name_or_null(options.target);
  return result;
}

inline xeforge_attention_options c_options(const AttentionOptions& options) {
  xeforge_attention_options result;
  xeforge_attention_defaults(&result, sizeof result);
  result.has_scale = options.scale ? 1 : 0;
  result.scale = options.scale.value_or(0.0f);
  result.softcap = options.softcap;
  result.causal = static_cast<xeforge_causal>(options.causal);
  result.window_left = options.window.left;
  result.window_right = options.window.right;
  result.attn_bias = options.attn_bias.c_tensor();
  result.attn_mask = options.attn_mask.c_tensor();
  result.alibi_slopes = options.alibi_slopes.c_tensor();
  result.sinks = options.sinks.c_tensor();
  result.cu_seqlens_q = options.cu_seqlens_q.c_tensor();
  result.cu_seqlens_k = options.cu_seqlens_k.c_tensor();
  result.variant = name_or_null(options.variant);
  result.target = name_or_null(options.target);
  return result;
}

inline xeforge_rms_norm_options c_options(const RmsNormOptions& options) {
  xeforge_rms_norm_options result;
  xeforge_rms_norm_defaults(&result, sizeof result);
  result.eps = options.eps;
  result.residual = options.residual.c_tensor();
  result.residual_out = options.residual_out.c_tensor();
  result.variant = name_or_null(options.variant);
  result.target = name_or_null(options.target);
  return result;
}

inline Plan plan_of(const xeforge_plan& plan) { return {plan.variant, plan.target, plan.reason}; }

inline Support support_of(const xeforge_error& error) {
  if (error.status == XEFORGE_OK)
    return {true, {}};
  if (error.status == XEFORGE_INVALID_ARGUMENT)
    return {false, error.message};
  throw Error(error);
}

} // namespace detail

// ---- calls ----------------------------------------------------------------------------------------------------------

// scores (..., n), n 1 to 65536; weights (..., k) f32 or the type of the scores; indices (..., k) i32 or i64. Other extents
// may be 0.
inline void softmax_topk(const Context& context, const Tensor& scores, const Tensor& weights, const Tensor& indices,
                         const SoftmaxTopkOptions& options) {
  const xeforge_softmax_topk_options c_options = detail::c_options(options);
  detail::check([&](xeforge_error* error) {
    return xeforge_softmax_topk(context.c_context(), &scores.c_tensor(), &weights.c_tensor(), &indices.c_tensor(),
                                &c_options, error);
  });
}

inline Plan plan(const Context& context, const Tensor& scores, const Tensor& weights, const Tensor& indices,
                 const SoftmaxTopkOptions& options) {
  const xeforge_softmax_topk_options c_options = detail::c_options(options);
  xeforge_plan result;
  detail::check([&](xeforge_error* error) {
    return xeforge_softmax_topk_plan(context.c_context(), &scores.c_tensor(), &weights.c_tensor(), &indices.c_tensor(),
                                     &c_options, &result, error);
  });
  return detail::plan_of(result);
}

inline Support supports(const Context& context, const Tensor& scores, const Tensor& weights, const Tensor& indices,
                        const SoftmaxTopkOptions& options) {
  const xeforge_softmax_topk_options c_options = detail::c_options(options);
  xeforge_error error;
  xeforge_softmax_topk_plan(context.c_context(), &scores.c_tensor(), &weights.c_tensor(), &indices.c_tensor(),
                            &c_options, nullptr, &error);
  return detail::support_of(error);
}

// q (batch, heads_q, seq_q, d_qk), k (batch, heads_kv, seq_k, d_qk), v (batch, heads_kv, seq_k, d_v),
// out (batch, heads_q, seq_q, d_v), lse (batch, heads_q, seq_q) f32, or Tensor() if it is not needed. Every extent is at least
// 1; d_qk and d_v are at most 512, seq_k at most 2^24.
inline void attention(const Context& context, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& out,
                      const Tensor& lse = Tensor(), const AttentionOptions& options = AttentionOptions()) {
  const xeforge_attention_options c_options = detail::c_options(options);
  detail::check([&](xeforge_error* error) {
    return xeforge_attention(context.c_context(), &q.c_tensor(), &k.c_tensor(), &v.c_tensor(), &out.c_tensor(),
                             &lse.c_tensor(), &c_options, error);
  });
}

inline Plan plan(const Context& context, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& out,
                 const Tensor& lse = Tensor(), const AttentionOptions& options = AttentionOptions()) {
  const xeforge_attention_options c_options = detail::c_options(options);
  xeforge_plan result;
  detail::check([&](xeforge_error* error) {
    return xeforge_attention_plan(context.c_context(), &q.c_tensor(), &k.c_tensor(), &v.c_tensor(), &out.c_tensor(),
                                  &lse.c_tensor(), &c_options, &result, error);
  });
  return detail::plan_of(result);
}

inline Support supports(const Context& context, const Tensor& q, const Tensor& k, const Tensor& v, const Tensor& out,
                        const Tensor& lse = Tensor(), const AttentionOptions& options = AttentionOptions()) {
  const xeforge_attention_options c_options = detail::c_options(options);
  xeforge_error error;
  xeforge_attention_plan(context.c_context(), &q.c_tensor(), &k.c_tensor(), &v.c_tensor(), &out.c_tensor(),
                         &lse.c_tensor(), &c_options, nullptr, &error);
  return detail::support_of(error);
}

// Merges results of the same queries over two disjoint sets of keys. Every extent is at least 1.
inline void merge(const Context& context, const Tensor& out_a, const Tensor& lse_a, const Tensor& out_b,
                  const Tensor& lse_b, const Tensor& out, const Tensor& lse) {
  detail::check([&](xeforge_error* error) {
    return xeforge_merge(context.c_context(), &out_a.c_tensor(), &lse_a.c_tensor(), &out_b.c_tensor(),
                         &lse_b.c_tensor(), &out.c_tensor(), &lse.c_tensor(), error);
  });
}

// x (..., n), weight (n), out (..., n); n is 1 to 2^20, other extents may be 0.
inline void rms_norm(const Context& context, const Tensor& x, const Tensor& weight, const Tensor& out,
                     const RmsNormOptions& options = RmsNormOptions()) {
  const xeforge_rms_norm_options c_options = detail::c_options(options);
  detail::check([&](xeforge_error* error) {
    return xeforge_rms_norm(context.c_context(), &x.c_tensor(), &weight.c_tensor(), &out.c_tensor(), &c_options, error);
  });
}

inline Plan plan(const Context& context, const Tensor& x, const Tensor& weight, const Tensor& out,
                 const RmsNormOptions& options) {
  const xeforge_rms_norm_options c_options = detail::c_options(options);
  xeforge_plan result;
  detail::check([&](xeforge_error* error) {
    return xeforge_rms_norm_plan(context.c_context(), &x.c_tensor(), &weight.c_tensor(), &out.c_tensor(), &c_options,
                                 &result, error);
  });
  return detail::plan_of(result);
}

inline Support supports(const Context& context, const Tensor& x, const Tensor& weight, const Tensor& out,
                        const RmsNormOptions& options) {
  const xeforge_rms_norm_options c_options = detail::c_options(options);
  xeforge_error error;
  xeforge_rms_norm_plan(context.c_context(), &x.c_tensor(), &weight.c_tensor(), &out.c_tensor(), &c_options, nullptr,
                        &error);
  return detail::support_of(error);
}

} // namespace over_c
} // namespace xeforge

#endif
