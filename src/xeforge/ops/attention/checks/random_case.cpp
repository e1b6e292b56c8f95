#include "xeforge/ops/attention/checks/case_table.hpp"
#include "xeforge/ops/attention/checks/cases.hpp"
#include "xeforge/ops/checks/random.hpp"

namespace xeforge::ops::attention {
namespace {

// Half of them are what kernels are compiled for.
std::int64_t depth(Random& random) {
  constexpr std::int64_t usual[] = {64, 80, 96, 128, 256};
  return random.is_one_of(2) ? pick(random, usual) : 1 + random.below(256);
}

void choose_shape(Case& problem, Random& random) {
  problem.dtype = pick(random, types);
  problem.batch = 1 + random.below(3);
  problem.heads_kv = 1 + random.below(3);
  problem.heads_q = problem.heads_kv * (1 + random.below(4));
  constexpr std::int64_t most_queries[] = {1, 16, 100};
  problem.seq_q = 1 + random.below(pick(random, most_queries));
  problem.seq_k = 1 + random.below(300);
  problem.d_qk = depth(random);
  problem.d_v = random.is_one_of(2) ? problem.d_qk : depth(random);
  problem.lse = random.is_one_of(2) ? Lse::wanted : Lse::not_wanted;
}

// A third without gaps in one of the usual orders.
void choose_memory(Case& problem, Random& random) {
  constexpr std::string_view usual[] = {"bhsd", "bshd", "sbhd"}, others[] = {"bhds", "hbsd", "sbdh", "bhSd", "dshb"};
  const bool is_usual = random.is_one_of(3);
  for (Memory* const memory : {&problem.q, &problem.k, &problem.v, &problem.out}) {
    memory->order = is_usual || random.is_one_of(2) ? pick(random, usual) : pick(random, others);
    if (!is_usual && random.is_one_of(3))
      memory->gap = random.is_one_of(2) ? 8 * random.below(4) : random.below(30);
    if (!is_usual && random.is_one_of(8))
      memory->spread = 2 + random.below(3);
  }
}

// The dimensions in which a bias or a mask differs.
std::string_view dimensions(Random& random) {
  constexpr std::string_view sets[] = {".",  "b",   "h",   "q",   "k",   "bh",   "bq", "bk",   "hq",  "hk",
                                       "qk", "bhq", "bhk", "bqk", "hqk", "bhqk", "kq", "bhkq", "qkh", "kb"};
  return pick(random, sets);
}
Repeat repeat(Random& random) { return random.is_one_of(2) ? Repeat::single : Repeat::expanded; }

void choose_bias_and_mask(Case& problem, Random& random) {
  constexpr BiasFill bias_fills[] = {BiasFill::normal,         BiasFill::large,          BiasFill::very_negative,
                                     BiasFill::some_minus_inf, BiasFill::minus_inf_rows, BiasFill::plus_infinity};
  constexpr MaskFill mask_fills[] = {MaskFill::random, MaskFill::sparse,   MaskFill::rows_off,
                                     MaskFill::blocks, MaskFill::all_kept, MaskFill::none_kept};
  if (random.is_one_of(2)) {
    problem.bias = dimensions(random);
    problem.bias_repeat = repeat(random);
    problem.bias_dtype = random.is_one_of(2) ? DType::f32 : problem.dtype;
    problem.bias_fill = pick(random, bias_fills);
  }
  if (random.is_one_of(3)) {
    problem.mask = dimensions(random);
    problem.mask_repeat = repeat(random);
    problem.mask_fill = pick(random, mask_fills);
  }
}

void choose_options(Case& problem, Random& random) {
  constexpr Causal causals[] = {Causal::none, Causal::top_left, Causal::bottom_right};
  AttentionOptions& options = problem.options;
  options.causal = pick(random, causals);
  if (random.is_one_of(4))
    options.window = {random.below(60) - 1, random.below(40) - 1};
  if (random.is_one_of(6))
    options.softcap = static_cast<float>(5 + 30 * random.uniform());
  if (random.is_one_of(4))
    options.scale = static_cast<float>(0.02 + 0.3 * random.uniform());
  if (random.is_one_of(6))
    problem.slopes = random.is_one_of(2) ? SlopeFill::per_head : SlopeFill::per_batch_and_head;
  if (random.is_one_of(6))
    problem.sinks = random.is_one_of(2) ? SinkFill::normal : SinkFill::extreme;
}

} // namespace

// Fills that belong to a certain mask or bias are left to the table.
Case random_case(std::uint64_t seed) {
  constexpr Fill fills[] = {Fill::normal,     Fill::normal, Fill::sharp,        Fill::ascending,
                            Fill::descending, Fill::equal,  Fill::one_hot,      Fill::zeros,
                            Fill::integers,   Fill::tiny,   Fill::large_values, Fill::nan_queries};
  Random random(seed);
  Case problem;
  problem.name = random_case_name(seed);
  choose_shape(problem, random);
  choose_memory(problem, random);
  choose_bias_and_mask(problem, random);
  choose_options(problem, random);
  problem.fill = pick(random, fills);
  return problem;
}

} // namespace xeforge::ops::attention
