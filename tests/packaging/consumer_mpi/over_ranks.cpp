// A program over MPI that uses the operators: each rank holds its part of the sequence, and a mistake of one is an Error on all.
#include <xeforge/distributed.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

bool is_right(int ranks, int rank) {
  // Values are the numbers of their keys, scores are all alike: with a causal mask query i is the mean of 0 to i.
  constexpr std::int64_t per_rank = 4, depth = 8;
  std::vector<float> q(per_rank * depth, 0.0f), k(q), v(q), out(q);
  for (std::int64_t i = 0; i < per_rank; ++i)
    for (std::int64_t d = 0; d < depth; ++d)
      v[static_cast<std::size_t>(i * depth + d)] = static_cast<float>(rank * per_rank + i);
  const auto view = [](std::vector<float>& array) {
    return xeforge::TensorView<4>{
        array.data(), xeforge::DType::f32, {1, 1, per_rank, depth}, {per_rank * depth, per_rank * depth, depth, 1}};
  };
  xeforge::AttentionOptions options;
  options.causal = xeforge::Causal::bottom_right;
  const xeforge::distributed::ContextReport report = xeforge::distributed::attention(
      MPI_COMM_WORLD, view(q), view(k), view(v), view(out), {}, options, {xeforge::distributed::Scheme::ring});
  for (std::int64_t i = 0; i < per_rank; ++i) {
    const float expected = static_cast<float>(rank * per_rank + i) / 2.0f,
                got = out[static_cast<std::size_t>(i * depth)];
    if (got < expected - 1e-4f || got > expected + 1e-4f)
      return false;
  }
  return report.bytes_sent == (ranks - 1) * per_rank * 2 * depth * 4;
}

bool is_refused(int rank) {
  float number = 0.0f;
  const xeforge::TensorView<4> one{&number, xeforge::DType::f32, {1, 1, 1, 1}, {1, 1, 1, 1}};
  xeforge::AttentionOptions options;
  options.softcap = rank == 0 ? -1.0f : 0.0f;
  try {
    xeforge::distributed::attention(MPI_COMM_WORLD, one, one, one, one, {}, options);
  } catch (const xeforge::Error& error) {
    return error.argument() == "rank 0: softcap";
  }
  return false;
}

} // namespace

int main(int argument_count, char** arguments) {
  MPI_Init(&argument_count, &arguments);
  int ranks = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool right = is_right(ranks, rank), refused = is_refused(rank);
  if (!right || !refused)
    std::printf("rank %d: %s\n", rank, right ? "nothing was refused" : "a wrong result");
  MPI_Finalize();
  return right && refused ? 0 : 1;
}
