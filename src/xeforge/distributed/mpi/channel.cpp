#include "xeforge/distributed/mpi/channel.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <limits>

namespace xeforge::distributed {
namespace {

void require(int code, const char* what) {
  if (code == MPI_SUCCESS)
    return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error("communicator", fmt::format("{} from {}", std::string_view(text, static_cast<std::size_t>(length)), what),
              "ranks that can be reached");
}

std::vector<int> as_ints(std::span<const std::int64_t> numbers) {
  std::vector<int> result;
  for (const std::int64_t number : numbers) {
    if (number > std::numeric_limits<int>::max())
      throw Error("communicator", fmt::format("{} units for one call of MPI", number),
                  fmt::format("at most {}", std::numeric_limits<int>::max()));
    result.push_back(static_cast<int>(number));
  }
  return result;
}

int as_int(std::int64_t number) { return as_ints({&number, 1}).front(); }

// A type of MPI for units of so many bytes. MPI keeps it as long as a message needs it.
class Unit {
public:
  explicit Unit(std::int64_t bytes) {
    if (bytes == 1)
      return;
    require(MPI_Type_contiguous(as_int(bytes), MPI_BYTE, &type_), "MPI_Type_contiguous");
    require(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  ~Unit() {
    if (type_ != MPI_BYTE)
      MPI_Type_free(&type_);
  }
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  MPI_Datatype type() const { return type_; }

private:
  MPI_Datatype type_ = MPI_BYTE;
};

constexpr int tag = 1;

} // namespace

MpiChannel::MpiChannel(MPI_Comm communicator) {
  int is_initialized = 0;
  MPI_Initialized(&is_initialized);
  if (!is_initialized)
    throw Error("communicator", "one before MPI_Init", "a program that has called MPI_Init or MPI_Init_thread");
  if (communicator == MPI_COMM_NULL)
    throw Error("communicator", "MPI_COMM_NULL", "a communicator of one group");
  int is_inter = 0;
  require(MPI_Comm_test_inter(communicator, &is_inter), "MPI_Comm_test_inter");
  if (is_inter)
    throw Error("communicator", "one of two groups", "a communicator of one group");
  require(MPI_Comm_dup(communicator, &communicator_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(communicator_, MPI_ERRORS_RETURN);
  int rank = 0, size = 1;
  MPI_Comm_rank(communicator_, &rank);
  MPI_Comm_size(communicator_, &size);
  set_ranks(rank, size);
  MPI_Comm here = MPI_COMM_NULL;
  require(MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  MPI_Comm_size(here, &ranks_here_);
  MPI_Comm_free(&here);
}

MpiChannel::~MpiChannel() { MPI_Comm_free(&communicator_); }

// Whoever waits for these messages cannot be helped.
void MpiChannel::drop() noexcept {
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) {
      MPI_Cancel(&request);
      MPI_Request_free(&request);
    }
  requests_.clear();
}

void MpiChannel::send(std::int64_t unit, const void* data, std::int64_t count, int to) {
  requests_.push_back(MPI_REQUEST_NULL);
  require(MPI_Isend(data, as_int(count), Unit(unit).type(), to, tag, communicator_, &requests_.back()), "MPI_Isend");
}

void MpiChannel::receive(std::int64_t unit, void* data, std::int64_t count, int from) {
  requests_.push_back(MPI_REQUEST_NULL);
  require(MPI_Irecv(data, as_int(count), Unit(unit).type(), from, tag, communicator_, &requests_.back()), "MPI_Irecv");
}

void MpiChannel::help() {
  int done = 0;
  if (!requests_.empty())
    require(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
}

void MpiChannel::finish() {
  require(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  requests_.clear();
}

void MpiChannel::gather(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                        std::span<const std::int64_t> places) {
  const std::vector<int> receive_counts = as_ints(counts), receive_places = as_ints(places);
  require(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, array, receive_counts.data(), receive_places.data(),
                         Unit(unit).type(), communicator_),
          "MPI_Allgatherv");
}

void MpiChannel::exchange(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                          std::span<const std::int64_t> send_places, void* received,
                          std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places) {
  const std::vector<int> out_counts = as_ints(send_counts), out_places = as_ints(send_places),
                         in_counts = as_ints(receive_counts), in_places = as_ints(receive_places);
  const Unit type(unit);
  require(MPI_Alltoallv(sent, out_counts.data(), out_places.data(), type.type(), received, in_counts.data(),
                        in_places.data(), type.type(), communicator_),
          "MPI_Alltoallv");
}

} // namespace xeforge::distributed
