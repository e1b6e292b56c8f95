// What a process launched: for each kernel, shape and device the times and counts of its launches, as JSON
// (docs/formats.md, "launches").
#pragma once

#include "xeforge/machine/counters.hpp"
#include "xeforge/machine/footprint.hpp"
#include "xeforge/machine/recorder.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace xeforge::recorder {

struct Launch {
  std::string kernel;
  machine::RecordedLaunch launch{};
  std::string device;
  bool emulated = false;
  int threads = 0;
  std::uint64_t nanoseconds = 0;
  bool failed = false;
  machine::Counters counters{};
  machine::Footprint footprint{};
};

class LaunchRecords {
public:
  // Of one kernel and shape no more times than this are kept, the first ones.
  static constexpr std::size_t most_times = 20'000;

  void add(const Launch& launch);
  bool is_empty() const { return records_.empty(); }
  std::size_t kernels() const { return records_.size(); }

  // is_counting: whether the program was built to count.
  std::string json(const std::string& program, bool is_counting) const;

private:
  using Shape = std::array<std::size_t, 3>;
  using Key = std::tuple<std::string, Shape, Shape, std::string, int>; // kernel, items, local, device, threads
  struct Record {
    std::size_t first = 0; // the number of its first launch in the process
    bool emulated = false;
    std::uint64_t launches = 0, failed = 0;
    std::vector<std::uint64_t> times_ns;
    machine::Counters counters;
    machine::Footprint footprint; // of all launches: the largest
  };

  // Kernels of one name, as lambdas of several instances of a template have it, get numbers from the second on.
  std::string name_of(const Launch& launch);

  std::map<Key, Record> records_;
  std::map<std::string, std::vector<const void*>> kernels_of_name_; // what runs them
  std::size_t launches_ = 0;
};

} // namespace xeforge::recorder
