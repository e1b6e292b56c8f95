/* xeforge's operators for C, and for whatever calls C: fused softmax + top-K + normalise, fused attention,
 * and RMS normalisation.
 *
 *   xeforge_context* context = NULL;
 *   xeforge_error error;
 *   if (xeforge_context_create(0, &context, &error) != XEFORGE_OK)
 *     puts(error.message);
 *
 * Rules for every function
 *   - It returns a status. *error, which may be NULL, says which argument is wrong and why. After an error nothing has
 *     been written to any output array. The message is one line, "ARGUMENT: got GOT; expected EXPECTED".
 *   - Arrays belong to the caller. They are described by xeforge_tensor: a pointer, a type, a shape, and strides in
 *     elements, which may be of any size and sign. An input is never written.
 *   - Functions may be called from several threads at once, also with the same context. They block until the result is
 *     complete.
 *   - An option struct begins with its own size. Initialise it with its function xeforge_..._defaults, then change
 *     fields; a program compiled with an older header keeps working with a newer library.
 *
 * Needs a CPU with x86-64-v3 (AVX2); otherwise xeforge_context_create fails and says so.
 */
#ifndef XEFORGE_XEFORGE_H
#define XEFORGE_XEFORGE_H

#include <stddef.h>
#include <stdint.h>

#define XEFORGE_VERSION_MAJOR 0
#define XEFORGE_VERSION_MINOR 1
#define XEFORGE_VERSION_PATCH 0
#define XEFORGE_VERSION (XEFORGE_VERSION_MAJOR * 10000 + XEFORGE_VERSION_MINOR * 100 + XEFORGE_VERSION_PATCH)

#if defined(__GNUC__)
#define XEFORGE_API __attribute__((visibility("default")))
#else
#define XEFORGE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- status and message ---------------------------------------------------------------------------------------- */

typedef int32_t xeforge_status;
enum {
  XEFORGE_OK = 0,
  XEFORGE_INVALID_ARGUMENT = 1, /* or a combination that is not supported: the message names it */
  XEFORGE_OUT_OF_MEMORY = 2,
  XEFORGE_UNSUPPORTED_MACHINE = 3,
  XEFORGE_INTERNAL_ERROR = 4
};

/* Texts end with a zero byte; longer ones are truncated. */
typedef struct xeforge_error {
  xeforge_status status;
  char argument[64]; /* the name of a parameter, possibly followed by "shape", "strides" or "dtype" */
  char got[256];
  char expected[512];
  char message[1024];
} xeforge_error;

XEFORGE_API const char* xeforge_status_name(xeforge_status status);

/* ---- versions and capabilities --------------------------------------------------------------------------------- */

XEFORGE_API int32_t xeforge_version(void);            /* of the library, as XEFORGE_VERSION of this header */
XEFORGE_API const char* xeforge_version_string(void); /* "0.1.0" */

/* Instruction sets that kernels are compiled for, from the least to the most capable. NULL and 0 beyond the last. */
XEFORGE_API const char* xeforge_target_name(int32_t index);
XEFORGE_API int32_t xeforge_target_is_available(int32_t index); /* 1: this machine can run it */

typedef int32_t xeforge_operator;
enum { XEFORGE_SOFTMAX_TOPK = 0, XEFORGE_ATTENTION = 1, XEFORGE_RMS_NORM = 2 };

/* Implementations of an operator in order of preference. NULL beyond the last. */
XEFORGE_API const char* xeforge_variant_name(xeforge_operator op, int32_t index);
XEFORGE_API const char* xeforge_variant_accepts(xeforge_operator op, int32_t index); /* one line */

/* The largest last dimension of an operator's inputs: columns of a row, or the depth of q and v. 0: no such operator. */
XEFORGE_API int64_t xeforge_largest_last_dimension(xeforge_operator op);

/* ---- arrays ---------------------------------------------------------------------------------------------------- */

typedef int32_t xeforge_dtype;
enum {
  XEFORGE_FLOAT16 = 0,
  XEFORGE_BFLOAT16 = 1,
  XEFORGE_FLOAT32 = 2,
  XEFORGE_INT32 = 3,
  XEFORGE_INT64 = 4,
  XEFORGE_BOOL = 5 /* one byte, 0 or 1 */
};
XEFORGE_API const char* xeforge_dtype_name(xeforge_dtype dtype); /* NULL: no such type */
XEFORGE_API size_t xeforge_dtype_size(xeforge_dtype dtype);      /* in bytes; 0: no such type */

#define XEFORGE_MAX_RANK 8

/* Element (i, j, ...) is i * strides[0] + j * strides[1] + ... elements after data. */
typedef struct xeforge_tensor {
  void* data; /* NULL: the array is not given */
  xeforge_dtype dtype;
  int32_t rank; /* 0 to XEFORGE_MAX_RANK */
  int64_t shape[XEFORGE_MAX_RANK];
  int64_t strides[XEFORGE_MAX_RANK]; /* in elements */
} xeforge_tensor;

/* An array without gaps, with adjacent elements in the last dimension. shape may be NULL if rank is 0. */
XEFORGE_API xeforge_tensor xeforge_dense_tensor(void* data, xeforge_dtype dtype, int32_t rank, const int64_t* shape);

/* The array that a DLTensor (of dlpack.h, any version) describes: in host memory, one lane per element. One without
 * elements, which may have no memory, is given all the same: its data is not NULL. */
XEFORGE_API xeforge_status xeforge_tensor_from_dlpack(const void* dl_tensor, xeforge_tensor* tensor,
                                                      xeforge_error* error);

/* ---- contexts -------------------------------------------------------------------------------------------------- */

/* Holds the threads that calls share. A process needs only one; a forked child process must not use it. */
typedef struct xeforge_context xeforge_context;

/* threads: the maximum for one call, including the calling thread; 0: as many as the machine has. */
XEFORGE_API xeforge_status xeforge_context_create(int32_t threads, xeforge_context** context, xeforge_error* error);
/* No call may be in progress. NULL is allowed. */
XEFORGE_API void xeforge_context_destroy(xeforge_context* context);

/* Which implementation a call with the same arguments runs. It depends only on shapes, types and strides of the arrays that
 * a plan function is given, whose data may be any pointer except NULL, and on the options, whose arrays are read. */
typedef struct xeforge_plan {
  char variant[32]; /* a name of xeforge_variant_name */
  char target[32];  /* a name of xeforge_target_name */
  char reason[1024];
} xeforge_plan;

/* ---- softmax + top-K + normalise ------------------------------------------------------------------------------- */

typedef int32_t xeforge_scoring;
enum { XEFORGE_SCORING_SOFTMAX = 0, XEFORGE_SCORING_SIGMOID = 1 };

typedef struct xeforge_softmax_topk_options {
  size_t struct_size;
  int64_t k; /* 1 to n; default 1 */
  xeforge_scoring scoring;
  int32_t renormalize;            /* not 0 (the default): weights of a row sum to the scaling factor */
  int64_t num_expert_group;       /* divides n; default 1 */
  int64_t topk_group;             /* number of groups to select from; default 1 */
  float routed_scaling_factor;    /* multiplies the final weights; default 1 */
  xeforge_tensor correction_bias; /* (n) floats, or not given: added to the probabilities for the selection only */
  const char* variant;            /* NULL: the plan's choice */
  const char* target;             /* NULL: the best one of this machine */
} xeforge_softmax_topk_options;

XEFORGE_API void xeforge_softmax_topk_defaults(xeforge_softmax_topk_options* options, size_t struct_size);

/* For each row, the k best entries of softmax(scores) or sigmoid(scores), best first; ties go to the lower column.
 *   scores (..., n) float16, bfloat16 or float32, at least one dimension; n is 1 to 65536, the other extents may be 0:
 *   nothing is written then
 *   weights (..., k) float32 or the type of the scores;  indices (..., k) int32 or int64
 * All dimensions but the last are the same in all three. If the elements of a row are not adjacent, rows are copied, a
 * few at a time, before the kernel reads them. The outputs must not overlap any other array. */
XEFORGE_API xeforge_status xeforge_softmax_topk(xeforge_context* context, const xeforge_tensor* scores,
                                                const xeforge_tensor* weights, const xeforge_tensor* indices,
                                                const xeforge_softmax_topk_options* options, xeforge_error* error);
/* The plan, without running anything. plan may be NULL: then only the status says whether the call is supported.
 * weights and indices may be NULL or not given: then float32 and int32 are assumed. */
XEFORGE_API xeforge_status xeforge_softmax_topk_plan(xeforge_context* context, const xeforge_tensor* scores,
                                                     const xeforge_tensor* weights, const xeforge_tensor* indices,
                                                     const xeforge_softmax_topk_options* options, xeforge_plan* plan,
                                                     xeforge_error* error);

/* ---- attention ------------------------------------------------------------------------------------------------- */

typedef int32_t xeforge_causal;
enum {
  XEFORGE_CAUSAL_NONE = 0,
  XEFORGE_CAUSAL_TOP_LEFT = 1,    /* keeps keys j <= i */
  XEFORGE_CAUSAL_BOTTOM_RIGHT = 2 /* keeps keys j <= i + seq_k - seq_q */
};

typedef struct xeforge_attention_options {
  size_t struct_size;
  int32_t has_scale; /* 0 (the default): the scale is 1 / sqrt(d_qk) */
  float scale;
  float softcap; /* 0: none; else at least 1e-30 */
  xeforge_causal causal;
  int64_t window_left, window_right; /* keys before and after key i + seq_k - seq_q of query i, whatever causal is;
                                        inclusive; -1: no limit */
  xeforge_tensor attn_bias;          /* up to 4 dimensions that broadcast to (batch, heads_q, seq_q, seq_k): float32 or
                                        the type of q */
  xeforge_tensor attn_mask;          /* shapes as attn_bias, bool: true keeps the score */
  xeforge_tensor alibi_slopes;       /* (heads_q) or (1 or batch, heads_q) floats; slope * |i + seq_k - seq_q - j| is
                                        subtracted, whatever causal is */
  xeforge_tensor sinks;              /* (heads_q) logits added only to the denominator */
  xeforge_tensor cu_seqlens_q;       /* (sequences + 1) int32 or int64: starts of concatenated sequences in arrays */
  xeforge_tensor cu_seqlens_k;       /* of batch 1; both or neither. Sequences may be empty; seq_q and seq_k in places
                                        are then those of each sequence */
  const char* variant;               /* NULL: the plan's choice */
  const char* target;                /* NULL: the best one of this machine */
} xeforge_attention_options;

XEFORGE_API void xeforge_attention_defaults(xeforge_attention_options* options, size_t struct_size);

/* out = softmax(scale * q k^T + bias, masked) v, without an array of the size of the scores.
 *   q (batch, heads_q, seq_q, d_qk), k (batch, heads_kv, seq_k, d_qk), v (batch, heads_kv, seq_k, d_v),
 *   out (batch, heads_q, seq_q, d_v): float16, bfloat16 or float32, all of one type; heads_kv divides heads_q;
 *   every extent is at least 1, d_qk and d_v at most 512, seq_k at most 2^24, seq_q at most 2^30
 *   lse (batch, heads_q, seq_q) float32, the natural logarithm of the sum of exp(score); may be NULL or not given
 * Applied to a score in this order: scale, softcap, ALiBi, bias, masks. A row without keys gets out 0 and lse -inf.
 * Values of keys that are masked have to be finite: whether NaN or infinity there reaches the result depends on the
 * variant. */
XEFORGE_API xeforge_status xeforge_attention(xeforge_context* context, const xeforge_tensor* q, const xeforge_tensor* k,
                                             const xeforge_tensor* v, const xeforge_tensor* out,
                                             const xeforge_tensor* lse, const xeforge_attention_options* options,
                                             xeforge_error* error);
XEFORGE_API xeforge_status xeforge_attention_plan(xeforge_context* context, const xeforge_tensor* q,
                                                  const xeforge_tensor* k, const xeforge_tensor* v,
                                                  const xeforge_tensor* out, const xeforge_tensor* lse,
                                                  const xeforge_attention_options* options, xeforge_plan* plan,
                                                  xeforge_error* error);

/* Merges results of the same queries over two disjoint sets of keys. out may be out_a or out_b, lse likewise. Every extent
 * is at least 1. */
XEFORGE_API xeforge_status xeforge_merge(xeforge_context* context, const xeforge_tensor* out_a,
                                         const xeforge_tensor* lse_a, const xeforge_tensor* out_b,
                                         const xeforge_tensor* lse_b, const xeforge_tensor* out,
                                         const xeforge_tensor* lse, xeforge_error* error);

/* ---- RMS normalisation ----------------------------------------------------------------------------------------- */

typedef struct xeforge_rms_norm_options {
  size_t struct_size;
  float eps;                   /* added to the mean of the squares; default 1e-6, 1e-30 to 1e30 */
  xeforge_tensor residual;     /* of the shape and type of x, or not given: added to x first */
  xeforge_tensor residual_out; /* gets x + residual, rounded to their type; not given: nothing is written */
  const char* variant;         /* NULL: the plan's choice */
  const char* target;          /* NULL: the best one of this machine */
} xeforge_rms_norm_options;

XEFORGE_API void xeforge_rms_norm_defaults(xeforge_rms_norm_options* options, size_t struct_size);

/* For each row, out = h / sqrt(mean(h * h) + eps) * weight with h = x + residual, or h = x without a residual.
 *   x (..., n), out (..., n) float16, bfloat16 or float32, of one type and shape, at least one dimension; n is 1 to 2^20,
 *   the other extents may be 0: nothing is written then
 *   weight (n) of that type or float32
 * The sum h is kept in float. out may be x itself, and residual_out residual itself; otherwise outputs overlap nothing.
 * If the elements of a row are not adjacent, rows are copied, a few at a time, before the kernel reads them. */
XEFORGE_API xeforge_status xeforge_rms_norm(xeforge_context* context, const xeforge_tensor* x,
                                            const xeforge_tensor* weight, const xeforge_tensor* out,
                                            const xeforge_rms_norm_options* options, xeforge_error* error);
/* out may be NULL: then an array without gaps is assumed. */
XEFORGE_API xeforge_status xeforge_rms_norm_plan(xeforge_context* context, const xeforge_tensor* x,
                                                 const xeforge_tensor* weight, const xeforge_tensor* out,
                                                 const xeforge_rms_norm_options* options, xeforge_plan* plan,
                                                 xeforge_error* error);

/* ---- several processes ----------------------------------------------------------------------------------------- */

/* Attention and routing over several processes, the ranks of a group, which the caller connects. These functions are
 * collective: all ranks of the group call them, with the same options. What is wrong on one rank is the same error on
 * all, whose argument begins with that rank ("rank 2: k shape"), before anything is written. Threads are those of each
 * rank's context. Over MPI there is a C++ interface as well: xeforge/distributed.hpp. */

/* How this process sends to others. What returns a number returns 0, or something else where it fails: the call then
 * ends with an error about "transport" on this rank, and the others have to be ended by whoever started them.
 *   send, receive  begin; data stays until wait or abandon. Messages between two ranks arrive in their order, and both
 *                  sides give the same number of bytes, at least 1
 *   wait           until all that has begun is done
 *   poke           NULL, or called now and then so that messages go on while this rank computes
 *   abandon        after a failure: what has begun must not touch its memory any more */
typedef int32_t (*xeforge_send_function)(void* self, const void* data, int64_t bytes, int32_t to);
typedef int32_t (*xeforge_receive_function)(void* self, void* data, int64_t bytes, int32_t from);
typedef int32_t (*xeforge_wait_function)(void* self);
typedef void (*xeforge_abandon_function)(void* self);
typedef struct xeforge_transport {
  size_t struct_size; /* sizeof(xeforge_transport) */
  void* self;         /* first argument of every function */
  int32_t rank;
  int32_t ranks;
  xeforge_send_function send;
  xeforge_receive_function receive;
  xeforge_wait_function wait;
  xeforge_wait_function poke;
  xeforge_abandon_function abandon;
} xeforge_transport;

/* What one rank found wrong becomes the error of all; own NULL or of status XEFORGE_OK: nothing is wrong here. For
 * what a caller checks itself before a collective call. */
XEFORGE_API xeforge_status xeforge_ranks_agree(const xeforge_transport* transport, const xeforge_error* own,
                                               xeforge_error* error);

typedef int32_t xeforge_shards;
enum {
  XEFORGE_SHARDS_CONTIGUOUS = 0, /* rank r has the r-th of as many pieces as there are ranks */
  XEFORGE_SHARDS_ZIGZAG = 1      /* the r-th from both ends of twice as many: about as much work for each if causal */
};
/* The positions of a sequence that a rank holds, in the order of its arrays: [begins[0], ends[0]), then
 * [begins[1], ends[1]); ranges may be empty. Not collective. */
XEFORGE_API xeforge_status xeforge_ranks_shard(int64_t length, int32_t ranks, int32_t rank, xeforge_shards shards,
                                               int64_t begins[2], int64_t ends[2], xeforge_error* error);

typedef int32_t xeforge_scheme;
enum {
  XEFORGE_SCHEME_AUTOMATIC = 0,    /* what ends first by the numbers below */
  XEFORGE_SCHEME_RING = 1,         /* keys and values travel from rank to rank, two blocks at a time */
  XEFORGE_SCHEME_ALL_GATHER = 2,   /* every rank gets all keys and values; the bits of one process */
  XEFORGE_SCHEME_HEAD_PARALLEL = 3 /* every rank gets whole sequences of some heads, and gives back their results */
};

/* A bias by position, which no rank has as an array: writes all of values, float32 (batches, heads, queries, keys), NaN
 * before, which begin at (batch, head, query, key) of the whole problem; queries and keys count from the beginning of
 * the whole sequences. Each rank asks for what it computes, one block after another, on the thread that has called. Asked
 * twice, it has to answer the same. Minus infinity removes a pair. Returns 0, or something else where it fails, with
 * got and expected of error if it has words for it; all ranks then end with this error, about "bias" unless its argument
 * says otherwise, when the others have computed, and outputs are unspecified. */
typedef int32_t (*xeforge_bias_function)(void* self, int64_t batch, int64_t head, int64_t query, int64_t key,
                                         const xeforge_tensor* values, xeforge_error* error);

typedef struct xeforge_ranks_options {
  size_t struct_size;
  xeforge_scheme scheme;
  xeforge_shards shards;
  /* Of one rank, for the automatic scheme; all 0 (as they are unless changed): measured, which takes milliseconds. */
  double bytes_per_second, latency, flops_per_second;
  /* NULL, or a bias in place of attn_bias, on all ranks; not together with cu_seqlens. bias_self: its first argument. */
  xeforge_bias_function bias;
  void* bias_self;
} xeforge_ranks_options;

XEFORGE_API void xeforge_ranks_defaults(xeforge_ranks_options* options, size_t struct_size);

/* What this rank did. */
typedef struct xeforge_ranks_report {
  xeforge_scheme scheme;        /* not automatic */
  int64_t bytes_sent, messages; /* of arrays, to other ranks */
  int64_t scores;               /* pairs of a query and a key that it computed, over all heads */
  int64_t bytes_held;           /* of keys and values at a time, beside its part of them */
  double computing, waiting;    /* seconds; waiting: for messages that computing did not hide */
  char reason[1024];            /* of the scheme */
} xeforge_ranks_report;

/* xeforge_attention of whole sequences, of which each rank holds its part (xeforge_ranks_shard): q, out and lse that of
 * the queries, k and v that of the keys. attn_bias and attn_mask have the rank's queries (or 1) and all keys;
 * alibi_slopes, sinks and cu_seqlens are whole. report may be NULL. */
XEFORGE_API xeforge_status xeforge_ranks_attention(xeforge_context* context, const xeforge_transport* transport,
                                                   const xeforge_tensor* q, const xeforge_tensor* k,
                                                   const xeforge_tensor* v, const xeforge_tensor* out,
                                                   const xeforge_tensor* lse, const xeforge_attention_options* options,
                                                   const xeforge_ranks_options* ranks_options,
                                                   xeforge_ranks_report* report, xeforge_error* error);

/* What dispatch of rows to experts needs. A slot is a row and a place among its winners, numbered row * k + place over
 * all ranks, whose rows follow one another. */
typedef struct xeforge_dispatch {
  size_t struct_size;
  int64_t* counts;      /* (n): slots of each column, on all ranks */
  int64_t* offsets;     /* (n + 1): where each column's slots begin when slots are sorted by column */
  int64_t* permutation; /* (rows * k) of this rank: the place of each of its slots when sorted */
  int64_t first_slot;   /* of this rank: set by the call */
} xeforge_dispatch;

/* xeforge_softmax_topk of this rank's rows, 0 or more; dispatch NULL: it is not wanted, on no rank. */
XEFORGE_API xeforge_status xeforge_ranks_softmax_topk(xeforge_context* context, const xeforge_transport* transport,
                                                      const xeforge_tensor* scores, const xeforge_tensor* weights,
                                                      const xeforge_tensor* indices,
                                                      const xeforge_softmax_topk_options* options,
                                                      xeforge_dispatch* dispatch, xeforge_error* error);

#ifdef __cplusplus
}
#endif

#endif
