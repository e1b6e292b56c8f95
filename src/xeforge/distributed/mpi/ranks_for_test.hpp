// What tests that run on several ranks share. Every rank runs the same tests; what is collective stands outside of
// expectations, which never end a test.
#pragma once

#include "xeforge/distributed.hpp"
#include "xeforge/distributed/own_rows.hpp"
#include "xeforge/distributed/shards.hpp"
#include "xeforge/ops/attention/checks/check.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <vector>

namespace xeforge::distributed {

inline int ranks() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}
inline int this_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// Bytes that this process has handed to MPI for other ranks, as if each collective sent one message to each; and communicators
// that it has made and not freed.
struct Counted {
  std::int64_t bytes = 0, messages = 0, communicators = 0;
};
Counted& counted();

// This rank's part of a case's call, with room for its result.
class OwnPart {
public:
  OwnPart(const ops::attention::CaseData& data, Shards shards);
  OwnPart(const OwnPart&) = delete; // options refer to its arrays

  ContextReport run(const ContextOptions& context);
  // The results of all ranks, on rank 0.
  void collect(ops::attention::CaseOutputs& outputs) const;
  // What came out, bit for bit.
  std::string bits() const;

  AttentionOptions options;
  ConstTensorView<4> q, k, v;
  TensorView<4> out;
  TensorView<3> lse;

private:
  std::vector<Range> shard_q_, shard_k_;
  OwnRows q_, k_, v_;
  std::vector<OwnRows> scores_;
  Bytes out_, lse_;
};

// Writes value(batch, head, query, key), whose arguments are those of the whole, for everything that is asked for.
template <class Value>
void write_values(const BiasBlock& block, const Value& value) {
  const auto& [data, dtype, shape, strides] = block.values;
  for (std::int64_t b = 0; b < shape[0]; ++b)
    for (std::int64_t h = 0; h < shape[1]; ++h)
      for (std::int64_t i = 0; i < shape[2]; ++i)
        for (std::int64_t j = 0; j < shape[3]; ++j)
          static_cast<float*>(data)[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]] =
              value(block.batch + b, block.head + h, block.query + i, block.key + j);
}

// A text of every rank, on all.
std::vector<std::string> all_texts(const std::string& text);

} // namespace xeforge::distributed
