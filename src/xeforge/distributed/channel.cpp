#include "xeforge/distributed/channel.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>

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

} // namespace

Unit::Unit(std::int64_t bytes) : bytes_(bytes) {
  require(MPI_Type_contiguous(as_int(bytes), MPI_BYTE, &type_), "MPI_Type_contiguous");
  require(MPI_Type_commit(&type_), "MPI_Type_commit");
}
Unit::~Unit() { MPI_Type_free(&type_); }

Channel::Channel(MPI_Comm communicator) {
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
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &size_);
  MPI_Comm here = MPI_COMM_NULL;
  require(MPI_Comm_split_type(communicator_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  MPI_Comm_size(here, &ranks_here_);
  MPI_Comm_free(&here);
}

Channel::~Channel() {
  // Messages into memory that goes away: whoever waits for the rest cannot be helped.
  for (MPI_Request& request : requests_)
    if (request != MPI_REQUEST_NULL) {
      MPI_Cancel(&request);
      MPI_Request_free(&request);
    }
  MPI_Comm_free(&communicator_);
}

void Channel::count_sent(std::int64_t bytes) {
  bytes_sent_ += bytes;
  messages_ += bytes > 0;
}

void Channel::begin_exchange(const Unit& unit, const void* sent, std::int64_t send_count, int to, void* received,
                             std::int64_t receive_count, int from) {
  constexpr int tag = 1;
  requests_.assign(2, MPI_REQUEST_NULL);
  require(MPI_Irecv(received, as_int(receive_count), unit.type(), from, tag, communicator_, &requests_[0]),
          "MPI_Irecv");
  require(MPI_Isend(sent, as_int(send_count), unit.type(), to, tag, communicator_, &requests_[1]), "MPI_Isend");
  count_sent(send_count * unit.bytes());
}

void Channel::poke() {
  int done = 0;
  if (!requests_.empty())
    require(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
}

void Channel::wait() {
  const double start = MPI_Wtime();
  require(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  requests_.clear();
  waiting_ += MPI_Wtime() - start;
}

void Channel::gather_all(const Unit& unit, void* array, std::span<const std::int64_t> counts,
                         std::span<const std::int64_t> places) {
  const std::vector<int> receive_counts = as_ints(counts), receive_places = as_ints(places);
  const double start = MPI_Wtime();
  require(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, array, receive_counts.data(), receive_places.data(),
                         unit.type(), communicator_),
          "MPI_Allgatherv");
  waiting_ += MPI_Wtime() - start;
  for (int other = 1; other < size_; ++other)
    count_sent(counts[static_cast<std::size_t>(rank_)] * unit.bytes());
}

void Channel::exchange_all(const Unit& unit, const void* sent, std::span<const std::int64_t> send_counts,
                           std::span<const std::int64_t> send_places, void* received,
                           std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places) {
  const std::vector<int> out_counts = as_ints(send_counts), out_places = as_ints(send_places),
                         in_counts = as_ints(receive_counts), in_places = as_ints(receive_places);
  const double start = MPI_Wtime();
  require(MPI_Alltoallv(sent, out_counts.data(), out_places.data(), unit.type(), received, in_counts.data(),
                        in_places.data(), unit.type(), communicator_),
          "MPI_Alltoallv");
  waiting_ += MPI_Wtime() - start;
  for (int other = 0; other < size_; ++other)
    if (other != rank_)
      count_sent(send_counts[static_cast<std::size_t>(other)] * unit.bytes());
}

std::vector<std::string> Channel::all_texts(const std::string& text) {
  const std::vector<int> lengths = as_ints(all_numbers(static_cast<std::int64_t>(text.size())));
  std::vector<int> places(lengths.size(), 0);
  std::partial_sum(lengths.begin(), lengths.end() - 1, places.begin() + 1);
  std::string all(static_cast<std::size_t>(places.back() + lengths.back()), '\0');
  require(MPI_Allgatherv(text.data(), static_cast<int>(text.size()), MPI_CHAR, all.data(), lengths.data(),
                         places.data(), MPI_CHAR, communicator_),
          "MPI_Allgatherv");
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < lengths.size(); ++r)
    texts.push_back(all.substr(static_cast<std::size_t>(places[r]), static_cast<std::size_t>(lengths[r])));
  return texts;
}

std::vector<std::int64_t> Channel::all_numbers(std::int64_t number) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(size_));
  require(MPI_Allgather(&number, 1, MPI_INT64_T, all.data(), 1, MPI_INT64_T, communicator_), "MPI_Allgather");
  return all;
}

std::vector<std::int64_t> Channel::sums(std::span<const std::int64_t> numbers) {
  std::vector<std::int64_t> result(numbers.size());
  require(MPI_Allreduce(numbers.data(), result.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_SUM,
                        communicator_),
          "MPI_Allreduce");
  return result;
}

std::vector<std::int64_t> Channel::sums_before(std::span<const std::int64_t> numbers) {
  std::vector<std::int64_t> result(numbers.size(), 0);
  require(
      MPI_Exscan(numbers.data(), result.data(), static_cast<int>(numbers.size()), MPI_INT64_T, MPI_SUM, communicator_),
      "MPI_Exscan");
  if (rank_ == 0) // where nothing comes before, MPI leaves the result undefined
    result.assign(numbers.size(), 0);
  return result;
}

double Channel::largest(double number) {
  double result = number;
  require(MPI_Allreduce(&number, &result, 1, MPI_DOUBLE, MPI_MAX, communicator_), "MPI_Allreduce");
  return result;
}

void Channel::from_first(std::span<double> numbers) {
  require(MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, 0, communicator_), "MPI_Bcast");
}

void Channel::barrier() { require(MPI_Barrier(communicator_), "MPI_Barrier"); }

} // namespace xeforge::distributed
