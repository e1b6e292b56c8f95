// attention() over ranks against the reference, against one process, and against what the plan says of it.
#include "xeforge/distributed/mpi/ranks_for_test.hpp"
#include "xeforge/distributed/mpi/ring_bound_for_test.hpp"
#include "xeforge/ops/checks/elements.hpp"
#include "xeforge/ops/checks/queue_for_test.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

namespace xeforge::distributed {
namespace {

using ops::attention::Case;
using ops::attention::CaseData;
using ops::attention::CaseOutputs;
using ops::attention::ExpectedRow;

constexpr Scheme schemes[] = {Scheme::ring, Scheme::all_gather, Scheme::head_parallel};
constexpr Shards both_shards[] = {Shards::contiguous, Shards::zigzag};

// Everything that attention() takes, in sizes that no number of ranks divides.
std::vector<Case> cases_of_all_options() {
  std::vector<Case> cases;
  const auto add = [&](std::string name, const std::function<void(Case&)>& set) {
    Case problem;
    problem.name = "ranks-" + name;
    problem.batch = 2;
    problem.heads_q = 4;
    problem.heads_kv = 2;
    problem.seq_q = 45;
    problem.seq_k = 67;
    problem.d_qk = 24;
    problem.d_v = 40;
    problem.rows_checked = 60;
    set(problem);
    if (this_rank() != 0) // which compares
      problem.rows_checked = 1;
    cases.push_back(problem);
  };
  const auto self = [](Case& problem) { problem.seq_k = problem.seq_q = 71; };
  add("plain-f32", [](Case& c) { c.dtype = DType::f32; });
  add("plain-f16", [](Case& c) { c.q.order = "bshd", c.k.order = "sbhd", c.v.order = "bshd", c.out.order = "bshd"; });
  add("plain-bf16", [](Case& c) { c.dtype = DType::bf16, c.fill = ops::attention::Fill::sharp; });
  add("transposed", [](Case& c) { c.q.order = "bhds", c.k.order = "bhds", c.v.spread = 2; });
  add("causal", [&](Case& c) { self(c), c.options.causal = Causal::bottom_right, c.dtype = DType::f32; });
  add("causal-top-left", [](Case& c) { c.options.causal = Causal::top_left; });
  add("causal-more-queries", [](Case& c) { c.seq_q = 80, c.seq_k = 33, c.options.causal = Causal::bottom_right; });
  add("window", [&](Case& c) { self(c), c.options.window = {9, 4}, c.dtype = DType::bf16; });
  add("window-left", [](Case& c) { c.options.window = {20, -1}, c.options.causal = Causal::bottom_right; });
  for (const std::string_view dimensions : {"bhqk", "q", "hk", "kq", "."})
    add(fmt::format("bias-{}", dimensions), [&](Case& c) { c.bias = dimensions, c.dtype = DType::f32; });
  add("bias-expanded", [](Case& c) { c.bias = "hk", c.bias_repeat = ops::attention::Repeat::expanded; });
  add("bias-f16", [](Case& c) { c.bias = "hqk", c.bias_dtype = DType::f16, c.options.softcap = 3.0f; });
  for (const std::string_view dimensions : {"bhqk", "bk", "qk"})
    add(fmt::format("mask-{}", dimensions), [&](Case& c) { c.mask = dimensions, c.bias = "h"; });
  add("mask-rows-off", [](Case& c) { c.mask = "bqk", c.mask_fill = ops::attention::MaskFill::rows_off; });
  add("none-kept", [](Case& c) { c.mask = "qk", c.mask_fill = ops::attention::MaskFill::none_kept; });
  add("slopes", [&](Case& c) { self(c), c.slopes = ops::attention::SlopeFill::per_batch_and_head; });
  add("slopes-causal", [](Case& c) {
    c.slopes = ops::attention::SlopeFill::per_head, c.options.causal = Causal::bottom_right, c.dtype = DType::f32;
  });
  add("sinks", [](Case& c) { c.sinks = ops::attention::SinkFill::normal, c.dtype = DType::f32; });
  add("sinks-alone", [](Case& c) {
    c.sinks = ops::attention::SinkFill::extreme, c.mask = "q", c.mask_fill = ops::attention::MaskFill::rows_off;
  });
  add("one-kv-head", [](Case& c) { c.heads_q = 6, c.heads_kv = 1, c.d_qk = 64, c.d_v = 64; });
  add("minus-infinity", [](Case& c) { c.bias = "qk", c.bias_fill = ops::attention::BiasFill::minus_inf_rows; });
  add("plus-infinity", [](Case& c) { c.bias = "qk", c.bias_fill = ops::attention::BiasFill::plus_infinity; });
  add("nan-queries", [](Case& c) { c.fill = ops::attention::Fill::nan_queries, c.dtype = DType::f32; });
  add("nan-masked", [](Case& c) {
    c.fill = ops::attention::Fill::nan_masked, c.mask = "bk", c.mask_fill = ops::attention::MaskFill::padding;
  });
  add("huge", [](Case& c) { c.fill = ops::attention::Fill::huge, c.dtype = DType::f32; });
  add("large-values", [](Case& c) { c.fill = ops::attention::Fill::large_values; });
  add("few-queries", [](Case& c) {
    c.seq_q = 16, c.seq_k = 300, c.bias = "hqk", c.options.causal = Causal::bottom_right, c.mask = "k";
  });
  add("lengths", [](Case& c) {
    c.batch = 1, c.lengths_q = {5, 0, 33, 1, 20}, c.lengths_k = {9, 4, 33, 0, 21};
    c.options.causal = Causal::bottom_right, c.slopes = ops::attention::SlopeFill::per_batch_and_head;
  });
  add("few-of-many-lengths", [](Case& c) {
    c.batch = 1, c.lengths_q = {3, 16, 1, 7}, c.lengths_k = {40, 16, 50, 30}, c.dtype = DType::f32;
    c.sinks = ops::attention::SinkFill::normal;
  });
  add("slopes-and-bias",
      [](Case& c) { c.slopes = ops::attention::SlopeFill::per_head, c.bias = "hqk", c.dtype = DType::f32; });
  return cases;
}

// What one process is allowed, and for a ring what its merges are.
ops::attention::RowBound bound_of(const CaseData& data, const ExpectedRow& row, Scheme scheme, Shards shards) {
  const bool is_finite = !std::isnan(row.lse) && !std::isinf(row.lse);
  if (scheme != Scheme::ring || !is_finite)
    return {row.bounds, row.lse_bound};
  return ring_bound(data, row, ranks(), shards);
}

// Where the results of all ranks leave the bounds; empty where they do not.
std::string problem_with(const CaseData& data, const CaseOutputs& outputs, Scheme scheme, Shards shards) {
  for (const ExpectedRow& row : data.expected()) {
    const ops::attention::RowBound bound = bound_of(data, row, scheme, shards);
    const TensorView<4> out = outputs.out_view();
    const double largest = ops::limits_of(out.dtype).largest;
    for (std::size_t d = 0; d < row.out.size(); ++d) {
      const double got = ops::load_element(out.data, out.dtype,
                                           row.b * out.strides[0] + row.h * out.strides[1] + row.s * out.strides[2] +
                                               static_cast<std::int64_t>(d) * out.strides[3]);
      const double expected = row.out[d];
      const bool is_right = std::isnan(expected)   ? std::isnan(got)
                            : std::isinf(expected) ? got == expected || std::isnan(got)
                            : std::isinf(got)      ? std::fabs(expected) + bound.out[d] >= largest
                                                   : std::fabs(got - expected) <= bound.out[d];
      if (!is_right)
        return fmt::format("out (b {}, h {}, s {}, d {}): got {}, expected {}, allowed {}", row.b, row.h, row.s, d, got,
                           expected, bound.out[d]);
    }
    const TensorView<3> lse = outputs.lse_view();
    const double got = ops::load_element(lse.data, lse.dtype,
                                         row.b * lse.strides[0] + row.h * lse.strides[1] + row.s * lse.strides[2]);
    const bool is_right = std::isnan(row.lse)   ? std::isnan(got) || got > 0x1p127
                          : std::isinf(row.lse) ? got == row.lse
                                                : std::fabs(got - row.lse) <= bound.lse;
    if (!is_right)
      return fmt::format("lse (b {}, h {}, s {}): got {}, expected {}, allowed {}", row.b, row.h, row.s, got, row.lse,
                         bound.lse);
  }
  return outputs.out.damage().value_or("");
}

// What a case has as an array, by position.
BiasFunction function_of(const CaseData& data) {
  const ConstTensorView<4> array = data.options().attn_bias;
  if (array.data == nullptr)
    return {};
  return [array](const BiasBlock& block) {
    const auto step = [&](std::size_t axis) { return array.shape[axis] == 1 ? 0 : array.strides[axis]; };
    write_values(block, [&](std::int64_t b, std::int64_t h, std::int64_t query, std::int64_t key) {
      return static_cast<float>(
          ops::load_element(array.data, array.dtype, b * step(0) + h * step(1) + query * step(2) + key * step(3)));
    });
  };
}

// All schemes at once, so that the reference is computed once for each case; a bias as an array and as a function.
TEST(Attention, every_scheme_gives_every_option_its_result) {
  sycl::queue one = ops::queue_with_threads(1);
  for (const Case& problem : cases_of_all_options()) {
    const CaseData data(problem);
    CaseOutputs of_one_process(problem);
    if (this_rank() == 0)
      xeforge::attention(one, data.q(), data.k(), data.v(), of_one_process.out_view(), of_one_process.lse_view(),
                         data.options());
    const BiasFunction function = function_of(data);
    const std::vector<BiasFunction> ways = function ? std::vector{BiasFunction(), function} : std::vector{function};
    for (const Shards shards : both_shards)
      for (const Scheme scheme : schemes)
        for (const BiasFunction& bias : ways) {
          const std::string what = fmt::format("{}, {}, {}{}", problem.name, name_of(scheme), name_of(shards),
                                               bias ? ", by a function" : "");
          OwnPart part(data, shards);
          if (bias)
            part.options.attn_bias = {};
          try {
            part.run({.scheme = scheme, .shards = shards, .threads = 1, .bias = bias});
          } catch (const Error& error) {
            // Whatever a scheme does not take, it says so; here that is one combination.
            EXPECT_EQ(problem.name, "ranks-slopes-and-bias") << what << ": " << error.what();
            EXPECT_EQ(scheme, Scheme::all_gather);
            EXPECT_EQ(error.argument(), "rank 0: scheme");
            continue;
          }
          CaseOutputs outputs(problem);
          part.collect(outputs);
          if (this_rank() != 0)
            continue;
          EXPECT_EQ(problem_with(data, outputs, scheme, shards), "") << what;
          if (scheme == Scheme::all_gather) {
            EXPECT_EQ(ops::first_difference(outputs.out_view(), of_one_process.out_view()).value_or(""), "") << what;
            EXPECT_EQ(ops::first_difference(outputs.lse_view(), of_one_process.lse_view()).value_or(""), "") << what;
          }
        }
  }
}

Case long_case() {
  Case problem;
  problem.name = "ranks-long";
  problem.seq_q = problem.seq_k = 203;
  problem.heads_q = 4;
  problem.heads_kv = 2;
  problem.options.causal = Causal::bottom_right;
  problem.bias = "hqk";
  problem.rows_checked = 1;
  return problem;
}

TEST(Attention, gives_the_same_bits_on_every_run) {
  const CaseData data(long_case());
  for (const Shards shards : both_shards)
    for (const Scheme scheme : schemes) {
      OwnPart once(data, shards), twice(data, shards);
      once.run({.scheme = scheme, .shards = shards, .threads = 1});
      twice.run({.scheme = scheme, .shards = shards, .threads = 2});
      EXPECT_EQ(once.bits() == twice.bits(), true) << name_of(scheme) << ", " << name_of(shards);
    }
}

TEST(Attention, sends_computes_and_holds_what_the_plan_says) {
  const CaseData data(long_case());
  ContextShape shape{1, 4, 2, 203, 203, 64, 64, DType::f16, 203 * 4, 0, Causal::bottom_right, {}, true};
  for (const Shards shards : both_shards)
    for (const Scheme scheme : schemes) {
      OwnPart part(data, shards);
      counted() = {};
      const ContextReport report = part.run({.scheme = scheme, .shards = shards, .threads = 1});
      const Counted sent = counted();
      const RankWork work = work_of(shape, ranks(), this_rank(), scheme, shards);
      const std::string what = fmt::format("{}, {}, rank {}", name_of(scheme), name_of(shards), this_rank());
      EXPECT_EQ(sent.bytes, work.bytes_sent) << what;
      EXPECT_EQ(sent.messages, work.messages) << what;
      EXPECT_EQ(report.bytes_sent, work.bytes_sent) << what;
      EXPECT_EQ(report.messages, work.messages) << what;
      EXPECT_EQ(report.scores, work.scores) << what;
      EXPECT_EQ(report.bytes_held, work.bytes_held) << what;
      EXPECT_GE(report.waiting, 0.0);
      EXPECT_GT(report.computing, 0.0);
    }
}

TEST(Attention, keeps_one_communicator_until_the_callers_is_freed) {
  const CaseData data(long_case());
  OwnPart part(data, Shards::contiguous);
  for (int round = 0; round < 2; ++round) {
    MPI_Comm communicator = MPI_COMM_NULL;
    PMPI_Comm_dup(MPI_COMM_WORLD, &communicator);
    counted() = {};
    for (int call = 0; call < 2; ++call) {
      attention(communicator, part.q, part.k, part.v, part.out, part.lse, part.options,
                {.scheme = Scheme::ring, .threads = 1});
      EXPECT_EQ(counted().communicators, 1);
    }
    PMPI_Comm_free(&communicator);
    EXPECT_EQ(counted().communicators, 0);
  }
}

TEST(Attention, chooses_a_scheme_and_says_why) {
  const CaseData data(long_case());
  OwnPart part(data, Shards::contiguous);
  const ContextReport measured = part.run({.threads = 1});
  EXPECT_NE(measured.reason.find(name_of(measured.scheme)), std::string::npos);
  for (const std::string& reason : all_texts(measured.reason))
    EXPECT_EQ(reason, measured.reason);
  const ContextReport given = part.run({.threads = 1, .capability = Capability{1e9, 1e-6, 1e9}});
  EXPECT_NE(given.reason.find("1 GB/s, 1 us and 1 Gflop/s"), std::string::npos) << given.reason;
}

// --- refusals --------------------------------------------------------------------------------------------------------

struct Mistake {
  const char* argument; // behind the rank
  std::function<void(OwnPart& part, ContextOptions& context)> make;
};

TEST(Attention, refuses_what_one_rank_has_wrong_on_all_by_one_message) {
  if (ranks() == 1)
    return;
  const CaseData data(long_case());
  static const float sinks[4] = {};
  const Mistake mistakes[] = {
      {"window", [](OwnPart& part, ContextOptions&) { part.options.window = {3, 3}; }},
      {"causal", [](OwnPart& part, ContextOptions&) { part.options.causal = Causal::none; }},
      {"scale", [](OwnPart& part, ContextOptions&) { part.options.scale = 0.5f; }},
      {"softcap", [](OwnPart& part, ContextOptions&) { part.options.softcap = -1.0f; }},
      {"sinks", [](OwnPart& part, ContextOptions&) { part.options.sinks = {sinks, 4}; }},
      {"sinks", [](OwnPart& part, ContextOptions&) { part.options.sinks = {sinks, 3}; }},
      {"attn_bias", [](OwnPart& part, ContextOptions&) { part.options.attn_bias = {}; }},
      {"attn_bias shape", [](OwnPart& part, ContextOptions&) { part.options.attn_bias.shape[3] = 5; }},
      {"attn_bias shape", [](OwnPart& part, ContextOptions&) { ++part.options.attn_bias.shape[2]; }},
      {"k shape", [](OwnPart& part, ContextOptions&) { part.k.shape[1] = part.v.shape[1] = 1; }},
      {"k dtype", [](OwnPart& part, ContextOptions&) { part.k.dtype = DType::bf16; }},
      {"v shape", [](OwnPart& part, ContextOptions&) { --part.v.shape[2]; }},
      {"out", [](OwnPart& part, ContextOptions&) { part.out.data = nullptr; }},
      {"out strides", [](OwnPart& part, ContextOptions&) { part.out.strides[2] = 0; }},
      {"lse", [](OwnPart& part, ContextOptions&) { part.lse = {}; }},
      {"q shape",
       [](OwnPart& part, ContextOptions& context) {
         --part.q.shape[2], --part.out.shape[2], --part.lse.shape[2], --part.options.attn_bias.shape[2];
         context.seq_q = 203;
       }},
      {"shards", [](OwnPart&, ContextOptions& context) { context.shards = Shards::zigzag; }},
      {"scheme", [](OwnPart&, ContextOptions& context) { context.scheme = Scheme::all_gather; }},
      {"threads", [](OwnPart&, ContextOptions& context) { context.threads = -1; }},
      {"variant", [](OwnPart& part, ContextOptions&) { part.options.variant = "xe"; }},
      {"variant", [](OwnPart& part, ContextOptions&) { part.options.variant = "strided"; }},
  };
  const int wrong = ranks() - 1;
  for (const Mistake& mistake : mistakes) {
    OwnPart part(data, Shards::contiguous);
    const std::string before = part.bits();
    ContextOptions context{.scheme = Scheme::ring, .seq_q = 203, .seq_k = 203, .threads = 1};
    if (this_rank() == wrong)
      mistake.make(part, context);
    std::string message;
    try {
      part.run(context);
    } catch (const Error& error) {
      message = error.what();
      // Another cut of as many rows is found by their number, or where that is the same by its name.
      if (std::string_view(mistake.argument) != "shards") {
        EXPECT_EQ(error.argument(), fmt::format("rank {}: {}", wrong, mistake.argument)) << message;
      }
    }
    for (const std::string& other : all_texts(message))
      EXPECT_EQ(other, message) << mistake.argument;
    EXPECT_NE(message, "") << mistake.argument;
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(part.bits() == before) << mistake.argument;
  }
}

TEST(Attention, refuses_fewer_rows_than_ranks) {
  if (ranks() == 1)
    return;
  Case problem = long_case();
  problem.seq_q = ranks() - 1;
  problem.bias = {};
  const CaseData data(problem);
  OwnPart part(data, Shards::contiguous);
  try {
    part.run({.scheme = Scheme::ring, .threads = 1});
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_NE(error.argument().find("q shape"), std::string::npos) << error.what();
  }
}

TEST(Attention, refuses_communicators_that_are_none) {
  const CaseData data(long_case());
  OwnPart part(data, Shards::contiguous);
  EXPECT_THROW(attention(MPI_COMM_NULL, part.q, part.k, part.v, part.out, part.lse), Error);
}

} // namespace
} // namespace xeforge::distributed
