#include "xeforge/distributed/mpi/ranks_for_test.hpp"

#include "xeforge/distributed/mpi/channel.hpp"

#include <numeric>

namespace xeforge::distributed {

Counted& counted() {
  static Counted all;
  return all;
}

OwnPart::OwnPart(const ops::attention::CaseData& data, Shards shards)
    : options(data.options()), shard_q_(shard_of(data.q().shape[2], ranks(), this_rank(), shards)),
      shard_k_(shard_of(data.k().shape[2], ranks(), this_rank(), shards)), q_(data.q(), shard_q_),
      k_(data.k(), shard_k_), v_(data.v(), shard_k_) {
  q = q_.view();
  k = k_.view();
  v = v_.view();
  scores_.reserve(2);
  for (ConstTensorView<4>* view : {&options.attn_bias, &options.attn_mask})
    if (view->data != nullptr && view->shape[2] != 1) {
      scores_.emplace_back(*view, shard_q_);
      *view = scores_.back().view();
    }
  const Shape4 shape{q.shape[0], q.shape[1], q.shape[2], v.shape[3]};
  out_ = Bytes(count_of(shape) * 4);
  lse_ = Bytes(count_of(shape) * 4);
  out = dense_view(out_.data(), q.dtype, shape);
  lse = dense_view(reinterpret_cast<float*>(lse_.data()), {shape[0], shape[1], shape[2]});
}

ContextReport OwnPart::run(const ContextOptions& context) {
  return attention(MPI_COMM_WORLD, q, k, v, out, lse, options, context);
}

void OwnPart::collect(ops::attention::CaseOutputs& outputs) const {
  const auto as_four = [](const TensorView<3>& view) {
    return TensorView<4>{view.data,
                         view.dtype,
                         {view.shape[0], view.shape[1], view.shape[2], 1},
                         {view.strides[0], view.strides[1], view.strides[2], 1}};
  };
  const auto send_or_place = [&](const TensorView<4>& own, const TensorView<4>& whole) {
    if (this_rank() != 0) {
      MPI_Send(own.data, static_cast<int>(count_of(own.shape) * static_cast<std::int64_t>(size_of(own.dtype))),
               MPI_BYTE, 0, 2, MPI_COMM_WORLD);
      return;
    }
    place_rows(own, shard_q_, whole);
    for (int r = 1; r < ranks(); ++r) {
      const Shards shards = shard_q_.size() == 2 ? Shards::zigzag : Shards::contiguous;
      Shape4 shape = own.shape;
      shape[2] = shard_size(whole.shape[2], ranks(), r, shards);
      Bytes part(count_of(shape) * static_cast<std::int64_t>(size_of(own.dtype)));
      MPI_Recv(part.data(), static_cast<int>(part.size()), MPI_BYTE, r, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      place_rows(dense_view(part.data(), own.dtype, shape), shard_of(whole.shape[2], ranks(), r, shards), whole);
    }
  };
  send_or_place(out, outputs.out_view());
  if (outputs.lse)
    send_or_place(as_four(lse), as_four(outputs.lse_view()));
}

std::string OwnPart::bits() const {
  return std::string(reinterpret_cast<const char*>(out_.data()), static_cast<std::size_t>(out_.size())) +
         std::string(reinterpret_cast<const char*>(lse_.data()), static_cast<std::size_t>(lse_.size()));
}

std::vector<std::string> all_texts(const std::string& text) { return MpiChannel(MPI_COMM_WORLD).all_texts(text); }

} // namespace xeforge::distributed

// What goes to other ranks is counted between the library and MPI.
extern "C" {

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
              MPI_Request* request) {
  int size = 0;
  MPI_Type_size(type, &size);
  xeforge::distributed::counted().bytes += static_cast<std::int64_t>(size) * count;
  ++xeforge::distributed::counted().messages;
  return PMPI_Isend(data, count, type, to, tag, communicator, request);
}

int MPI_Iallgatherv(const void* sent, int send_count, MPI_Datatype send_type, void* received, const int counts[],
                    const int places[], MPI_Datatype type, MPI_Comm communicator, MPI_Request* request) {
  if (type != MPI_BYTE) { // of arrays: numbers and words travel as bytes
    int size = 0, rank = 0, ranks = 0;
    MPI_Type_size(type, &size);
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &ranks);
    xeforge::distributed::counted().bytes += static_cast<std::int64_t>(size) * counts[rank] * (ranks - 1);
    xeforge::distributed::counted().messages += counts[rank] > 0 ? ranks - 1 : 0;
  }
  return PMPI_Iallgatherv(sent, send_count, send_type, received, counts, places, type, communicator, request);
}

int MPI_Ialltoallv(const void* sent, const int send_counts[], const int send_places[], MPI_Datatype send_type,
                   void* received, const int counts[], const int places[], MPI_Datatype type, MPI_Comm communicator,
                   MPI_Request* request) {
  int size = 0, rank = 0, ranks = 0;
  MPI_Type_size(send_type, &size);
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  for (int other = 0; other < ranks; ++other)
    if (other != rank) {
      xeforge::distributed::counted().bytes += static_cast<std::int64_t>(size) * send_counts[other];
      xeforge::distributed::counted().messages += send_counts[other] > 0;
    }
  return PMPI_Ialltoallv(sent, send_counts, send_places, send_type, received, counts, places, type, communicator,
                         request);
}

int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* made) {
  ++xeforge::distributed::counted().communicators;
  return PMPI_Comm_dup(communicator, made);
}

int MPI_Comm_split_type(MPI_Comm communicator, int type, int key, MPI_Info info, MPI_Comm* made) {
  ++xeforge::distributed::counted().communicators;
  return PMPI_Comm_split_type(communicator, type, key, info, made);
}

int MPI_Comm_free(MPI_Comm* communicator) {
  --xeforge::distributed::counted().communicators;
  return PMPI_Comm_free(communicator);
}

} // extern "C"

int main(int argument_count, char** arguments) {
  MPI_Init(&argument_count, &arguments);
  testing::InitGoogleTest(&argument_count, arguments);
  // One rank tells how it goes; that another failed is told by its exit code.
  if (xeforge::distributed::this_rank() != 0)
    delete testing::UnitTest::GetInstance()->listeners().Release(
        testing::UnitTest::GetInstance()->listeners().default_result_printer());
  const int failed = RUN_ALL_TESTS();
  int any = 0;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}
