#include "xeforge/distributed/channel.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace xeforge::distributed {
namespace {

std::size_t at(int rank) { return static_cast<std::size_t>(rank); }

} // namespace

void Channel::count_sent(std::int64_t bytes) {
  bytes_sent_ += bytes;
  messages_ += bytes > 0;
}

void Channel::begin_exchange(std::int64_t unit, const void* sent, std::int64_t send_count, int to, void* received,
                             std::int64_t receive_count, int from) {
  if (to == rank_) { // the only one
    std::memcpy(received, sent, static_cast<std::size_t>(send_count * unit));
    return;
  }
  receive(unit, received, receive_count, from);
  send(unit, sent, send_count, to);
  count_sent(send_count * unit);
}

void Channel::wait() {
  const double start = seconds_now();
  finish();
  waiting_ += seconds_now() - start;
}

void Channel::gather_all(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                         std::span<const std::int64_t> places) {
  const double start = seconds_now();
  gather(unit, array, counts, places);
  waiting_ += seconds_now() - start;
  for (int other = 1; other < size_; ++other)
    count_sent(counts[at(rank_)] * unit);
}

void Channel::exchange_all(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                           std::span<const std::int64_t> send_places, void* received,
                           std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places) {
  const double start = seconds_now();
  exchange(unit, sent, send_counts, send_places, received, receive_counts, receive_places);
  waiting_ += seconds_now() - start;
  for (int other = 0; other < size_; ++other)
    if (other != rank_)
      count_sent(send_counts[at(other)] * unit);
}

// --- messages of each to each ----------------------------------------------------------------------------------------

void Channel::gather(std::int64_t unit, void* array, std::span<const std::int64_t> counts,
                     std::span<const std::int64_t> places) {
  const Underway underway(*this);
  auto* const bytes = static_cast<std::byte*>(array);
  for (int step = 1; step < size_; ++step) {
    const int to = (rank_ + step) % size_, from = (rank_ - step + size_) % size_;
    if (counts[at(from)] > 0)
      receive(unit, bytes + places[at(from)] * unit, counts[at(from)], from);
    if (counts[at(rank_)] > 0)
      send(unit, bytes + places[at(rank_)] * unit, counts[at(rank_)], to);
  }
  finish();
}

void Channel::exchange(std::int64_t unit, const void* sent, std::span<const std::int64_t> send_counts,
                       std::span<const std::int64_t> send_places, void* received,
                       std::span<const std::int64_t> receive_counts, std::span<const std::int64_t> receive_places) {
  const Underway underway(*this);
  const auto* const out = static_cast<const std::byte*>(sent);
  auto* const in = static_cast<std::byte*>(received);
  for (int step = 1; step < size_; ++step) {
    const int to = (rank_ + step) % size_, from = (rank_ - step + size_) % size_;
    if (receive_counts[at(from)] > 0)
      receive(unit, in + receive_places[at(from)] * unit, receive_counts[at(from)], from);
    if (send_counts[at(to)] > 0)
      send(unit, out + send_places[at(to)] * unit, send_counts[at(to)], to);
  }
  std::memcpy(in + receive_places[at(rank_)] * unit, out + send_places[at(rank_)] * unit,
              static_cast<std::size_t>(send_counts[at(rank_)] * unit));
  finish();
}

// --- numbers and words -----------------------------------------------------------------------------------------------

std::vector<std::int64_t> Channel::all_numbers(std::span<const std::int64_t> numbers) {
  const auto bytes = static_cast<std::int64_t>(numbers.size_bytes());
  std::vector<std::int64_t> all(at(size_) * numbers.size()), counts(at(size_), bytes), places;
  for (int rank = 0; rank < size_; ++rank)
    places.push_back(rank * bytes);
  std::ranges::copy(numbers, all.begin() + static_cast<std::ptrdiff_t>(at(rank_) * numbers.size()));
  gather(1, all.data(), counts, places);
  return all;
}

std::vector<std::int64_t> Channel::all_numbers(std::int64_t number) { return all_numbers(std::span(&number, 1)); }

std::vector<std::string> Channel::all_texts(const std::string& text) {
  const std::vector<std::int64_t> lengths = all_numbers(static_cast<std::int64_t>(text.size()));
  std::vector<std::int64_t> places;
  std::int64_t total = 0;
  for (const std::int64_t length : lengths) {
    places.push_back(total);
    total += length;
  }
  std::string all(static_cast<std::size_t>(total), '\0');
  std::ranges::copy(text, all.begin() + places[at(rank_)]);
  gather(1, all.data(), lengths, places);
  std::vector<std::string> texts;
  for (int rank = 0; rank < size_; ++rank)
    texts.push_back(
        all.substr(static_cast<std::size_t>(places[at(rank)]), static_cast<std::size_t>(lengths[at(rank)])));
  return texts;
}

std::vector<std::int64_t> Channel::sums(std::span<const std::int64_t> numbers) {
  const std::vector<std::int64_t> all = all_numbers(numbers);
  std::vector<std::int64_t> result(numbers.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i)
    result[i % numbers.size()] += all[i];
  return result;
}

std::vector<std::int64_t> Channel::sums_before(std::span<const std::int64_t> numbers) {
  const std::vector<std::int64_t> all = all_numbers(numbers);
  std::vector<std::int64_t> result(numbers.size(), 0);
  for (std::size_t i = 0; i < at(rank_) * numbers.size(); ++i)
    result[i % numbers.size()] += all[i];
  return result;
}

double Channel::largest(double number) {
  double result = number;
  for (const std::int64_t bits : all_numbers(std::bit_cast<std::int64_t>(number)))
    result = std::max(result, std::bit_cast<double>(bits));
  return result;
}

void Channel::from_first(std::span<double> numbers) {
  std::vector<std::int64_t> bits;
  for (const double number : numbers)
    bits.push_back(std::bit_cast<std::int64_t>(number));
  const std::vector<std::int64_t> all = all_numbers(bits);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = std::bit_cast<double>(all[i]);
}

void Channel::barrier() { all_numbers(0); }

} // namespace xeforge::distributed
