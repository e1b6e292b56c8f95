// What carries messages between the ranks of a call, whatever is behind it: what goes through is counted, and what goes
// wrong is an Error.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xeforge::distributed {

inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Counts and places are in units of so many bytes: MPI's own integers end at 2^31.
class Channel {
public:
  virtual ~Channel() = default;
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  std::int64_t bytes_sent() const { return bytes_sent_; }
  std::int64_t messages() const { return messages_; }
  double waiting() const { return waiting_; }

  // --- of arrays: counted, where something is sent.
  // Sends to one rank and receives from another at the same time (where there is one rank, it copies); poke() lets it go on, wait() ends it.
  void begin_exchange(std::int64_t unit, const void* sent, std::int64_t send_count, int to, void* received,
                      std::int64_t receive_count, int from);
  void poke() { help(); }
  void wait();
  // counts[r] units of each rank r, to the places[r] of everybody's array; the own part stands there already.
  void gather_all(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                  std::span<const std::int64_t> places);
  // send_counts[r] units to rank r; a rank's message to itself is copied.
  void exchange_all(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
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

protected:
  Channel() = default;
  void set_ranks(int rank, int size) { rank_ = rank, size_ = size; }

  // Messages of one rank to another arrive in their order. What has begun goes on until finish(), help() moves it along;
  // drop() ends it after a failure, so that it touches its memory no more. All three may find nothing begun.
  virtual void send(std::int64_t unit, const void* data, std::int64_t count, int to) = 0;
  virtual void receive(std::int64_t unit, void* data, std::int64_t count, int from) = 0;
  virtual void help() = 0;
  virtual void finish() = 0;
  virtual void drop() noexcept = 0;
  // As gather_all() and exchange_all(): by messages of each rank to each, unless there is something better.
  virtual void gather(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                      std::span<const std::int64_t> places);
  virtual void exchange(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                        std::span<const std::int64_t> send_places, void* received,
                        std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places);

private:
  friend class Underway;
  void count_sent(std::int64_t bytes);
  // Each rank's numbers, those of rank 0 first.
  std::vector<std::int64_t> all_numbers(std::span<const std::int64_t> numbers);

  int rank_ = 0, size_ = 1;
  std::int64_t bytes_sent_ = 0, messages_ = 0;
  double waiting_ = 0.0;
};

// Stands behind the memory of messages: when it goes away before they are done, by an exception, they are dropped first.
class Underway {
public:
  explicit Underway(Channel& channel) : channel_(channel) {}
  ~Underway() { channel_.drop(); }
  Underway(const Underway&) = delete;
  Underway& operator=(const Underway&) = delete;

private:
  Channel& channel_;
};

} // namespace xeforge::distributed
