// The checker of a process. The runtime (machine/observer.hpp) notifies it of the launch, group and item that runs on a
// thread, and of memory; kernels (machine/checks.hpp) notify it of what they are about to do.
#pragma once

#include "xeforge/checker/allocations.hpp"
#include "xeforge/checker/command_races.hpp"
#include "xeforge/checker/findings.hpp"
#include "xeforge/checker/group_watch.hpp"
#include "xeforge/checker/hardware_watch.hpp"
#include "xeforge/checker/shadow_memory.hpp"
#include "xeforge/machine/checks.hpp"
#include "xeforge/machine/observer.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

namespace xeforge::checker {

// One launch, on the thread that runs it. A group of a launch without groups is an item.
struct Launch {
  explicit Launch(const machine::ObservedLaunch& launch);

  machine::ObservedLaunch observed;
  std::string kernel;
  std::size_t kernel_bytes = 0;
  std::array<std::size_t, 3> group_range{1, 1, 1}, local_range{1, 1, 1};
  std::array<std::size_t, 3> group_id{};
  GroupClocks clocks;
  GroupWatch group{clocks};
  HardwareWatch hardware;
  ShadowMemory &memory, &slm; // the thread's, cleared for each launch
  std::unordered_map<std::uint64_t, SyncPoint> sync_points, slm_sync_points;
  std::vector<const void*> sites{nullptr};
  std::unordered_map<const void*, std::uint32_t> site_numbers;
  struct KnownSite {
    const void* site = nullptr;
    std::uint32_t number = 0;
  };
  std::array<KnownSite, 64> last_sites{}; // by the address
  Allocations::Last last_allocation;
  Launch* before = nullptr; // the outer launch, if a kernel launched this one

  std::uint32_t number_of(const void* site);
  std::size_t item() const; // the running one, in its group
  Culprit culprit(const Moment& moment) const;
  Culprit culprit_here() const { return culprit(clocks.now(item())); }
};
// The launch that the calling thread runs; null outside of kernels.
Launch* this_launch();

class Checker final : public machine::Observer {
public:
  static Checker& get();
  static bool is_asked_for(); // whether the program is checked

  bool has(Tool tool) const { return (findings_.options().tools & tool) != 0; }
  const Options& options() const { return findings_.options(); }
  Allocations& allocations() { return allocations_; }
  Findings& findings() { return findings_; }

  // Reports a finding at the source location of the address, and of the other access if there is one. text: called with
  // the texts of the locations for the first finding of its kind.
  template <class Text>
  void report(const Rule& rule, const Culprit& culprit, const void* site, const void* other_site, Text text) {
    const Findings::Key key{&rule, culprit.kernel, site, other_site};
    if (!has(rule.tool) || !findings_.is_first(key))
      return;
    std::vector<SourceLocation> locations{source_location(site)};
    if (other_site != nullptr)
      locations.push_back(source_location(other_site));
    std::string whole = text(locations.front().text(), locations.back().text());
    findings_.add(key, {&rule, culprit, std::move(whole), std::move(locations)});
  }

  // Whether this is the first report of this uninitialised value in this kernel.
  bool is_first_of_origin(std::uint32_t origin, const std::string& kernel) {
    const std::lock_guard lock(origins_mutex_);
    return origins_.emplace(kernel, origin).second;
  }

  std::uint64_t prepared(bool is_launch) override;
  void submitted(std::uint64_t command, const std::vector<std::uint64_t>& after) override;
  void begin_command(std::uint64_t command) override;
  void end_command(std::uint64_t command) override;
  void begin_launch(const machine::ObservedLaunch& launch) override;
  void end_launch() override;
  void begin_group(const machine::HardwareThread& thread) override;
  void end_group() override;
  void end_item(const machine::HardwareThread& thread) override;
  void found_deadlock(const std::string& text) override;
  void allocated(const void* start, std::size_t bytes, const char* what) override;
  void freed(const void* start) override;
  void release(void* start) override;
  bool may_use(const void* start, std::size_t bytes, bool stores) override;
  void written(const void* start, std::size_t bytes) override;
  void copied(const void* to, const void* from, std::size_t bytes) override;
  void found_damage(const std::string& text) override;

  // Launches of kernels without this call are counted separately.
  void kernel_is_checked(const void* run);

  // Called once, at the end: makes the last checks and the report, and returns the number of findings.
  std::size_t finish();

private:
  Checker();
  AllocationRef forget(const void* start);
  // Whether commands are tracked: which memory each has touched, and which calls requested copies and fills.
  bool knows_commands() const { return has(race) || has(mem); }

  Findings findings_;
  Allocations allocations_;
  CommandRaces races_;
  std::mutex origins_mutex_;
  std::set<std::pair<std::string, std::uint32_t>> origins_;
  std::mutex kernels_mutex_;
  std::set<const void*> checked_kernels_;
  std::atomic<std::size_t> launches_{0}, unchecked_launches_{0};
  std::atomic<bool> finished_{false};
};

// Reports what the calling thread does: "thread (0,0,0) WHAT at gemm.cpp:5".
void report_here(Launch& launch, const Rule& rule, const void* site, const std::string& what);

} // namespace xeforge::checker
