// A communicator of our own over the caller's ranks: what goes through it is counted, and errors become exceptions.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xeforge::distributed {

// Elements of a fixed number of bytes, so that counts beyond 2^31 bytes fit MPI's integers.
class Unit {
public:
  explicit Unit(std::int64_t bytes);
  ~Unit();
  Unit(const Unit&) = delete;
  Unit& operator=(const Unit&) = delete;
  MPI_Datatype type() const { return type_; }
  std::int64_t bytes() const { return bytes_; }

private:
  std::int64_t bytes_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

class Channel {
public:
  // Collective. Throws Error("communicator", ...) for what is none, or one of two groups.
  explicit Channel(MPI_Comm communicator);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  int ranks_here() const { return ranks_here_; } // on this machine
  std::int64_t bytes_sent() const { return bytes_sent_; }
  std::int64_t messages() const { return messages_; }
  double waiting() const { return waiting_; }

  // --- of arrays: counted. Counts and places in units.
  // Sends to one rank and receives from another at the same time; poke() lets it go on, wait() ends it.
  void begin_exchange(const Unit& unit, const void* sent, std::int64_t send_count, int to, void* received,
                      std::int64_t receive_count, int from);
  void poke();
  void wait();
  // counts[r] units of each rank r, to the places[r] of everybody's array; the own part stands there already.
  void gather_all(const Unit& unit, void* array, std::span<const std::int64_t> counts,
                  std::span<const std::int64_t> places);
  // send_counts[r] units to rank r.
  void exchange_all(const Unit& unit, const void* sent, std::span<const std::int64_t> send_counts,
                    std::span<const std::int64_t> send_places, void* received,
                    std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places);

  // --- of a few numbers and words: not counted.
  std::vector<std::string> all_texts(const std::string& text);
  std::vector<std::int64_t> all_numbers(std::int64_t number);
  std::vector<std::int64_t> sums(std::span<const std::int64_t> numbers);
  std::vector<std::int64_t> sums_before(std::span<const std::int64_t> numbers); // of the ranks before this one
  double largest(double number);
  void from_first(std::span<double> numbers); // rank 0's, on all ranks
  void barrier();

private:
  void count_sent(std::int64_t bytes);

  MPI_Comm communicator_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1, ranks_here_ = 1;
  std::vector<MPI_Request> requests_;
  std::int64_t bytes_sent_ = 0, messages_ = 0;
  double waiting_ = 0.0;
};

} // namespace xeforge::distributed
