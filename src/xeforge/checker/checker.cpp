#include "xeforge/checker/checker.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/checker/value_origins.hpp"
#include "xeforge/checker/value_shadow.hpp"
#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/kernel_names.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <unistd.h>

// The tools that the program was compiled with: machine/checks.hpp defines it.
extern "C" {
[[gnu::weak]] extern const unsigned xeforge_check_tools; // NOLINT(readability-identifier-naming)
}

namespace xeforge::checker {

namespace {

bool is_made = false;                   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
thread_local Launch* current = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
thread_local std::string last_kernel;   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

Options options_of_process() {
  const unsigned compiled = &xeforge_check_tools != nullptr ? xeforge_check_tools : machine::all_check_tools;
  const char* const text = std::getenv(machine::check_options_variable); // NOLINT(concurrency-mt-unsafe)
  try {
    return read_options(compiled, text != nullptr ? text : "");
  } catch (const Error& error) {
    std::fprintf(stderr, "==xeforge== %s\n", error.what());
    _exit(2);
  }
}

// An uncaught exception ends the program before the report at its end.
std::terminate_handler handler_before = nullptr; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
[[noreturn]] void report_and_terminate() {
  Checker::get().finish();
  if (handler_before != nullptr)
    handler_before();
  std::abort();
}

std::array<std::size_t, 3> coordinates(std::size_t linear, const std::array<std::size_t, 3>& extents) {
  const std::size_t row = linear / extents[2];
  return {row / extents[1], row % extents[1], linear % extents[2]};
}
std::size_t linear(const std::array<std::size_t, 3>& index, const std::array<std::size_t, 3>& extents) {
  return (index[0] * extents[1] + index[1]) * extents[2] + index[2];
}

} // namespace

Launch* this_launch() { return current; }

// ---- a launch -------------------------------------------------------------------------------------------------------
static ShadowMemory& shadow_of_thread(ShadowMemory::Groups groups) {
  static thread_local ShadowMemory of_memory(ShadowMemory::Groups::all), of_slm(ShadowMemory::Groups::this_one);
  ShadowMemory& shadow = groups == ShadowMemory::Groups::all ? of_memory : of_slm;
  shadow.clear();
  return shadow;
}

Launch::Launch(const machine::ObservedLaunch& launch)
    : observed(launch), memory(shadow_of_thread(ShadowMemory::Groups::all)),
      slm(shadow_of_thread(ShadowMemory::Groups::this_one)), before(current) {
  const machine::KernelName known = machine::name_of_kernel(launch.run);
  kernel = known.name.empty() ? "(without a name)" : known.name;
  kernel_bytes = known.object_bytes;
}

std::uint32_t Launch::number_of(const void* site) {
  KnownSite& known = last_sites[reinterpret_cast<std::uintptr_t>(site) / 2 % last_sites.size()];
  if (known.site == site)
    return known.number;
  const auto [entry, is_new] = site_numbers.emplace(site, static_cast<std::uint32_t>(sites.size()));
  if (is_new)
    sites.push_back(site);
  known = {site, entry->second};
  return entry->second;
}

std::size_t Launch::item() const {
  const machine::HardwareThread* const thread = machine::this_thread();
  return thread != nullptr && observed.has_groups ? linear(thread->local_id, local_range) : 0;
}

Culprit Launch::culprit(const Moment& moment) const {
  Culprit who{kernel, observed.has_groups, {}, {moment.group, 0, 0}, observed.range};
  if (observed.has_groups) {
    who.group = coordinates(moment.group, group_range);
    who.thread = coordinates(moment.item, local_range);
  }
  return who;
}

// ---- the checker ----------------------------------------------------------------------------------------------------
// Otherwise the library was loaded to read debug information (machine/source_location.hpp).
bool Checker::is_asked_for() { return is_made || &xeforge_check_tools != nullptr; }

Checker& Checker::get() {
  // Never destroyed: memory is freed until the very end.
  static auto* const checker = new Checker; // NOLINT(cppcoreguidelines-owning-memory)
  return *checker;
}

Checker::Checker() : findings_(options_of_process()) {
  is_made = true;
  handler_before = std::set_terminate(&report_and_terminate);
}

std::uint64_t Checker::prepared(bool is_launch) {
  return knows_commands() ? races_.prepare(is_launch ? std::vector<const void*>() : machine::calls_here(most_calls))
                          : 0;
}
void Checker::submitted(std::uint64_t command, const std::vector<std::uint64_t>& after) {
  if (knows_commands())
    races_.submit(command, after);
}
void Checker::begin_command(std::uint64_t command) {
  if (knows_commands())
    races_.begin(command);
}
void Checker::end_command(std::uint64_t command) {
  if (!knows_commands())
    return;
  races_.end(command);
  findings_.tell();
}

void Checker::kernel_is_checked(const void* run) {
  const std::lock_guard lock(kernels_mutex_);
  checked_kernels_.insert(run);
}
void Checker::begin_launch(const machine::ObservedLaunch& launch) {
  ++launches_;
  {
    const std::lock_guard lock(kernels_mutex_);
    if (!checked_kernels_.contains(launch.run))
      ++unchecked_launches_;
  }
  current = new Launch(launch); // NOLINT(cppcoreguidelines-owning-memory): end_launch has it
}
void Checker::end_launch() {
  const std::shared_ptr<Launch> ended(current);
  if (has(hw))
    check_costs(*ended);
  if (has(race))
    races_.end_launch(ended);
  last_kernel = ended->kernel;
  current = ended->before;
  ended->memory.clear(); // after a nested launch, the outer kernel continues with empty shadow memory
  ended->slm.clear();
  if (has(init) && current == nullptr)
    values::clear_stacks();
  findings_.tell();
}

void Checker::begin_group(const machine::HardwareThread& thread) {
  current->group_range = thread.group_range;
  current->local_range = thread.local_range;
  const std::size_t items = thread.local_range[0] * thread.local_range[1] * thread.local_range[2];
  current->clocks.begin_group(static_cast<std::uint32_t>(linear(thread.group_id, thread.group_range)), items);
  current->group.begin(items);
  current->slm_sync_points.clear();
  values::clear_arguments();
}
void Checker::end_item(const machine::HardwareThread& thread) {
  values::clear_arguments();
  current->group.item(linear(thread.local_id, current->local_range)).ended = true;
}
void Checker::end_group() { check_end_of_group(*current); }

void Checker::found_deadlock(const std::string& text) {
  Launch& launch = *current;
  for (std::size_t i = 0; i < launch.group.items().size(); ++i)
    if (const void* const site = launch.group.item(i).waits_at; site != nullptr)
      return report(rules::deadlock, launch.culprit(launch.clocks.now(i)), site, nullptr,
                    [&](const std::string& location, const std::string&) {
                      return launch.culprit(launch.clocks.now(i)).thread_text() + " waits at " + location +
                             " for ever: " + text;
                    });
}

void Checker::allocated(const void* start, std::size_t bytes, const char* what) {
  const AllocationRef made = allocations_.add(start, bytes, what);
  // The program's own memory has the values that the program wrote.
  if (!has(init) || !made->is_fresh())
    return;
  const auto address = reinterpret_cast<std::uint64_t>(start);
  values::fill_fresh(address, bytes);
  values::forget(address, bytes, origins::make({made->text() + ", uninitialised", nullptr, true}));
}
AllocationRef Checker::forget(const void* start) {
  AllocationRef gone = allocations_.remove(start);
  if (has(init) && gone != nullptr && gone->is_fresh())
    values::untrack(gone->start, gone->bytes);
  return gone;
}
void Checker::freed(const void* start) { forget(start); }
void Checker::release(void* start) {
  const AllocationRef gone = forget(start);
  if (has(mem) && gone != nullptr)
    allocations_.keep(gone);
  else
    std::free(start);
}
bool Checker::may_use(const void* start, std::size_t bytes, bool stores) {
  const auto address = reinterpret_cast<std::uint64_t>(start);
  const AllocationRef gone = has(mem) ? allocations_.find_kept(address, bytes) : nullptr;
  if (gone == nullptr)
    return true;
  const std::vector<const void*> calls = races_.calls_of_running();
  const SourceLocation location = source_location_of_calls(calls);
  const Findings::Key key{&rules::freed, location.text(), start, nullptr};
  if (findings_.is_first(key))
    findings_.add(key, {&rules::freed,
                        {},
                        gone->text() + ", which is freed, " +
                            (stores ? "written by a copy or fill" : "read by a copy") + " at " + location.text(),
                        {location}});
  return false;
}
void Checker::written(const void* start, std::size_t bytes) {
  if (has(race))
    races_.touch(start, bytes, true);
  if (has(init))
    values::set(reinterpret_cast<std::uint64_t>(start), bytes);
}
void Checker::copied(const void* to, const void* from, std::size_t bytes) {
  if (has(race)) {
    races_.touch(to, bytes, true);
    races_.touch(from, bytes, false);
  }
  if (has(init))
    values::copy(reinterpret_cast<std::uint64_t>(to), reinterpret_cast<std::uint64_t>(from), bytes);
}

void Checker::found_damage(const std::string& text) {
  const Culprit who = current != nullptr ? current->culprit_here() : Culprit();
  const Findings::Key key{&rules::damage, text, nullptr, nullptr};
  if (!has(mem) || !findings_.is_first(key))
    return;
  const std::string since = last_kernel.empty() ? "" : "; the last kernel was " + last_kernel;
  findings_.add(key, {&rules::damage, who, text + since, {}});
  findings_.tell();
}

std::size_t Checker::finish() {
  if (finished_.exchange(true))
    return 0;
  // The checker was loaded after the runtime, which looks for a checker only when it is loaded.
  if (machine::observer() == nullptr) {
    std::fputs("==xeforge== nothing was checked: a library that was built with -fxeforge-check was loaded by a program "
               "that was "
               "built without it; build both with it\n",
               stderr);
    return 0;
  }
  for (const AllocationRef& each : allocations_.all()) {
    const Findings::Key key{&rules::leak, "", reinterpret_cast<const void*>(each->start), nullptr};
    if (!has(mem) || !each->what.starts_with("malloc") || !findings_.is_first(key))
      continue;
    const SourceLocation location = source_location_of_calls(each->made_from);
    findings_.add(key, {&rules::leak, {}, each->text() + " of " + location.text() + " is never freed", {location}});
  }
  return findings_.finish({launches_, unchecked_launches_}, has(hw) ? chosen_device().name : std::string_view());
}

void report_here(Launch& launch, const Rule& rule, const void* site, const std::string& what) {
  const Culprit who = launch.culprit_here();
  Checker::get().report(rule, who, site, nullptr, [&](const std::string& location, const std::string&) {
    return who.thread_text() + " " + what + " at " + location;
  });
}

} // namespace xeforge::checker

extern "C" __attribute__((visibility("default"))) xeforge::machine::Observer* xeforge_checker() noexcept { // NOLINT
  return &xeforge::checker::Checker::get();
}
