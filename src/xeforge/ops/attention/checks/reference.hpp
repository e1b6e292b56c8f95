// The operator in its textbook form: one head of one sequence, one row of scores at a time, scalar, in double. Slow,
// and shares nothing with the kernels.
#pragma once

#include "xeforge/attention.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace xeforge::ops::attention::reference {

// Where a sequence of the batch stands in the arrays.
struct Sequence {
  std::int64_t array_batch;      // its index in the dimension b of q, k, v, out and lse
  std::int64_t first_q, first_k; // of its queries and keys in the dimension s
  std::int64_t queries, keys;    // how many
};
std::int64_t sequences_of(const AttentionProblem& problem);
Sequence sequence_of(const AttentionProblem& problem, std::int64_t b);

// A score and what it was made of.
struct Score {
  double dot = 0.0;    // q . k
  double capped = 0.0; // scale * dot, through the softcap
  double slope = 0.0;  // what ALiBi adds
  double bias = 0.0;
  double total = 0.0; // of the three; -inf where a mask removes the score
};

struct Row {
  std::vector<double> out;     // d_v
  std::vector<double> weights; // keys; of 0 where out is 0 because nothing is left
  double lse = 0.0;
};

class Head {
public:
  // Of sequence b and query head h. Precondition: the problem is valid. Keeps a reference to it.
  Head(const AttentionProblem& problem, std::int64_t b, std::int64_t h);

  const Sequence& sequence() const { return sequence_; }
  std::vector<double> query(std::int64_t i) const;                                     // d_qk
  std::span<const double> key(std::int64_t j) const { return row_of(k_, j, d_qk()); }  // d_qk
  std::span<const double> value(std::int64_t j) const { return row_of(v_, j, d_v()); } // d_v
  std::int64_t d_qk() const { return problem_.q.shape[3]; }
  std::int64_t d_v() const { return problem_.v.shape[3]; }
  double scale() const;
  double softcap() const { return problem_.options.softcap; } // 0: none
  double sink() const;                                        // -inf: none

  // Of query i with every key of the sequence.
  std::vector<Score> scores(std::int64_t i) const;
  // A score that is NaN or +inf makes the row NaN; without any finite score (or sink) it is 0, and lse -inf.
  Row row(std::span<const Score> scores) const;

private:
  static std::span<const double> row_of(const std::vector<double>& rows, std::int64_t row, std::int64_t length);
  bool is_kept(std::int64_t i, std::int64_t j) const;

  const AttentionProblem& problem_;
  Sequence sequence_;
  std::int64_t b_, h_;
  std::vector<double> k_, v_; // keys x d_qk, keys x d_v
};

} // namespace xeforge::ops::attention::reference
