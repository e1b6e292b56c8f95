#include "xeforge/distributed/mpi/channel.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

#include <sys/resource.h>

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

// Whether the system has given this thread's processor to another one in the last 0.1 s, as it does when there are more of
// them than processors.
bool is_processor_shared(std::chrono::steady_clock::time_point now) {
  static thread_local long turns_lost = 0;
  static thread_local std::chrono::steady_clock::time_point last_lost{};
  rusage use{};
  ::getrusage(RUSAGE_THREAD, &use);
  if (std::exchange(turns_lost, use.ru_nivcsw) != use.ru_nivcsw)
    last_lost = now;
  return now - last_lost < std::chrono::milliseconds(100);
}

// MPI itself waits by asking without a pause, at best giving its turn away: beside programs that compute, Linux then gives
// it hardly a turn. So on a shared processor this sleeps between its questions after the first 0.1 ms, which is about as long
// as a sleep takes: for an eighth of what it has waited and at most 0.2 ms. On a processor of its own it asks without a pause.
void wait_for(std::span<MPI_Request> requests, const char* what) {
  const auto begin = std::chrono::steady_clock::now();
  for (;;) {
    int done = 0;
    require(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), what);
    if (done)
      return;
    const auto now = std::chrono::steady_clock::now();
    const auto waited = now - begin;
    if (waited > std::chrono::microseconds(100) && is_processor_shared(now))
      std::this_thread::sleep_for(std::min<decltype(waited)>(waited / 8, std::chrono::microseconds(200)));
  }
}

// Kept with a communicator of a caller, until that is freed. Each call has a tag of its own: what one that failed has left is
// no message of the next one.
struct Kept {
  MPI_Comm communicator = MPI_COMM_NULL;
  int ranks_here = 1;
  int next_tag = 0;
};

// MPI_Finalize frees everything itself: once it has begun, nothing may be freed.
bool is_finalizing = false;

int note_finalizing(MPI_Comm, int, void*, void*) {
  is_finalizing = true;
  return MPI_SUCCESS;
}

int free_kept(MPI_Comm, int, void* value, void*) {
  const std::unique_ptr<Kept> kept(static_cast<Kept*>(value));
  return is_finalizing ? MPI_SUCCESS : MPI_Comm_free(&kept->communicator);
}

int new_key(MPI_Comm_delete_attr_function* at_end) {
  int key = MPI_KEYVAL_INVALID;
  require(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, nullptr), "MPI_Comm_create_keyval");
  return key;
}

int key_of_kept() {
  static const int key = [] { // MPI_Finalize begins with what belongs to MPI_COMM_SELF
    require(MPI_Comm_set_attr(MPI_COMM_SELF, new_key(note_finalizing), nullptr), "MPI_Comm_set_attr");
    return new_key(free_kept);
  }();
  return key;
}

Kept& kept_with(MPI_Comm communicator) {
  Kept* kept = nullptr;
  int is_kept = 0;
  require(MPI_Comm_get_attr(communicator, key_of_kept(), static_cast<void*>(&kept), &is_kept), "MPI_Comm_get_attr");
  if (is_kept)
    return *kept;
  auto made = std::make_unique<Kept>();
  require(MPI_Comm_dup(communicator, &made->communicator), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(made->communicator, MPI_ERRORS_RETURN);
  MPI_Comm here = MPI_COMM_NULL;
  require(MPI_Comm_split_type(made->communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here),
          "MPI_Comm_split_type");
  MPI_Comm_size(here, &made->ranks_here);
  MPI_Comm_free(&here);
  require(MPI_Comm_set_attr(communicator, key_of_kept(), made.get()), "MPI_Comm_set_attr");
  return *made.release();
}

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
  Kept& kept = kept_with(communicator);
  communicator_ = kept.communicator;
  ranks_here_ = kept.ranks_here;
  tag_ = kept.next_tag;
  kept.next_tag = (tag_ + 1) % 32768; // so many every MPI has
  int rank = 0, size = 1;
  MPI_Comm_rank(communicator_, &rank);
  MPI_Comm_size(communicator_, &size);
  set_ranks(rank, size);
}

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
  require(MPI_Isend(data, as_int(count), Unit(unit).type(), to, tag_, communicator_, &requests_.back()), "MPI_Isend");
}

void MpiChannel::receive(std::int64_t unit, void* data, std::int64_t count, int from) {
  requests_.push_back(MPI_REQUEST_NULL);
  require(MPI_Irecv(data, as_int(count), Unit(unit).type(), from, tag_, communicator_, &requests_.back()), "MPI_Irecv");
}

void MpiChannel::help() {
  int done = 0;
  if (!requests_.empty())
    require(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE),
            "MPI_Testall");
}

void MpiChannel::finish() {
  wait_for(requests_, "MPI_Testall");
  requests_.clear();
}

void MpiChannel::gather(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                        std::span<const std::int64_t> places) {
  const std::vector<int> receive_counts = as_ints(counts), receive_places = as_ints(places);
  MPI_Request request = MPI_REQUEST_NULL;
  require(MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, array, receive_counts.data(), receive_places.data(),
                          Unit(unit).type(), communicator_, &request),
          "MPI_Iallgatherv");
  wait_for({&request, 1}, "MPI_Iallgatherv");
}

void MpiChannel::exchange(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                          std::span<const std::int64_t> send_places, void* received,
                          std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places) {
  const std::vector<int> out_counts = as_ints(send_counts), out_places = as_ints(send_places),
                         in_counts = as_ints(receive_counts), in_places = as_ints(receive_places);
  const Unit type(unit);
  MPI_Request request = MPI_REQUEST_NULL;
  require(MPI_Ialltoallv(sent, out_counts.data(), out_places.data(), type.type(), received, in_counts.data(),
                         in_places.data(), type.type(), communicator_, &request),
          "MPI_Ialltoallv");
  wait_for({&request, 1}, "MPI_Ialltoallv");
}

} // namespace xeforge::distributed
