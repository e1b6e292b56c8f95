// xeforge run softmax-topk --ranks rows.
#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/refusal.hpp"
#include "xeforge/distributed.hpp"
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/lab/ranks/rank_commands.hpp"
#include "xeforge/lab/ranks/shared_outputs.hpp"
#include "xeforge/lab/run/rank_options.hpp"
#include "xeforge/lab/run/softmax_topk_command.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace xeforge::lab {
namespace {

using namespace distributed;

// A result that was asked for, in its file, or room for one that was not.
class Result {
public:
  Result(SharedOutputs& outputs, const char* option, const std::string& location, DType dtype,
         const arrays::Shape& shape, const Range& rows, std::int64_t k)
      : dtype_(dtype), rows_(rows.size()), k_(k) {
    const std::int64_t bytes = rows_ * k * static_cast<std::int64_t>(size_of(dtype));
    if (location.empty()) {
      room_.resize(static_cast<std::size_t>(bytes));
      data_ = room_.data();
    } else {
      data_ = outputs.elements(outputs.add(option, location, dtype, shape)) +
              rows.begin * k * static_cast<std::int64_t>(size_of(dtype));
    }
  }
  MatrixView view() const { return {data_, dtype_, rows_, k_, k_}; }

private:
  DType dtype_;
  std::int64_t rows_, k_;
  std::vector<std::byte> room_;
  std::byte* data_ = nullptr;
};

void copy_to(std::byte* to, std::span<const std::int64_t> numbers) {
  std::memcpy(to, numbers.data(), numbers.size_bytes());
}

void run(MpiChannel& channel, SoftmaxTopkFiles& said, const std::string& dispatch_prefix, std::int64_t threads) {
  SharedOutputs outputs(channel);
  SoftmaxTopkOptions& operation = said.operation;
  std::optional<arrays::Array> scores, bias;
  agree_on(channel, [&] {
    if (dispatch_prefix.empty())
      expect_results(said);
    settle(said);
    scores = arrays::read_array(arrays::array_location("--scores", said.scores), arrays::Pages::as_touched);
    if (!said.correction_bias.empty()) {
      bias = read_bias(said.correction_bias, arrays::rows_of(*scores).columns);
      operation.correction_bias = {bias->values<float>().data(), bias->size()};
    }
    const ConstMatrixView all = arrays::rows_of(*scores);
    plan(SoftmaxTopkProblem{all.rows, all.columns, all.dtype, DType::f32, said.dtype_of_indices(), operation});
  });
  const ConstMatrixView all = arrays::rows_of(*scores);
  const auto location = [](const std::string& text) { return text.empty() ? "none" : text; };
  agree(channel, {},
        {{"--scores", arrays::shape_text(scores->shape())},
         {"--k", std::to_string(operation.k)},
         {"--weights", location(said.weights)},
         {"--indices", location(said.indices)},
         {"--index-dtype", said.index_dtype},
         {"--dispatch", location(dispatch_prefix)}});

  const Range rows = shard_of(all.rows, channel.size(), channel.rank(), Shards::contiguous).front();
  const auto element = static_cast<std::int64_t>(size_of(all.dtype));
  const ConstMatrixView own{static_cast<const std::byte*>(all.data) + rows.begin * all.row_stride * element, all.dtype,
                            rows.size(), all.columns, all.row_stride};
  const arrays::Shape shape = winners_shape(scores->shape(), operation.k);
  const Result weights(outputs, "--weights", said.weights, DType::f32, shape, rows, operation.k);
  const Result indices(outputs, "--indices", said.indices, said.dtype_of_indices(), shape, rows, operation.k);
  std::size_t counts = 0, offsets = 0, permutation = 0;
  if (!dispatch_prefix.empty()) {
    counts = outputs.add("--dispatch", dispatch_prefix + ".counts.npy", DType::i64, {all.columns});
    offsets = outputs.add("--dispatch", dispatch_prefix + ".offsets.npy", DType::i64, {all.columns + 1});
    permutation = outputs.add("--dispatch", dispatch_prefix + ".permutation.npy", DType::i64, {all.rows * operation.k});
  }

  Dispatch dispatch;
  softmax_topk(MPI_COMM_WORLD, own, weights.view(), indices.view(), operation,
               dispatch_prefix.empty() ? nullptr : &dispatch, threads);
  if (!dispatch_prefix.empty()) {
    if (channel.rank() == 0) {
      copy_to(outputs.elements(counts), dispatch.counts);
      copy_to(outputs.elements(offsets), dispatch.offsets);
    }
    copy_to(outputs.elements(permutation) + dispatch.first_slot * static_cast<std::int64_t>(sizeof(std::int64_t)),
            dispatch.permutation);
  }
  outputs.commit();
  if (channel.rank() == 0)
    print("softmax-topk: {} rows x {} {}, k {}, on {} ranks{}\n", all.rows, all.columns, name_of(all.dtype),
          operation.k, channel.size(), dispatch_prefix.empty() ? "" : ", with dispatch");
}

} // namespace

void add_rank_softmax_topk(Command run_command, WorkOfRanks& work) {
  Command command = run_command.add_command("softmax-topk", "Per row: softmax, the k best, over ranks");
  auto said = std::make_shared<SoftmaxTopkFiles>();
  auto ranks = std::make_shared<std::string>(), dispatch = std::make_shared<std::string>();
  auto threads = std::make_shared<std::int64_t>(0);
  add_softmax_topk_options(command, said, names_in(softmax_topk_variants()));
  add_threads(command, *threads);
  RankOptions::add_rows(command, *ranks, *dispatch);
  command.on_run([=, &work] {
    (void)ranks; // lives as long as the option
    work = [=](MpiChannel& channel) { run(channel, *said, *dispatch, *threads); };
  });
}

} // namespace xeforge::lab
