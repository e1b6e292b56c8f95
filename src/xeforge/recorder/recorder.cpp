// The recorder of a process: asked by the runtime around each launch, it writes its file at the end of the program.
// XEFORGE_RECORD_OPTIONS=json=FILE says where; a program that counts writes PROGRAM.counts.json without it.
#include "xeforge/machine/recorder.hpp"

#include "xeforge/files/output_files.hpp"
#include "xeforge/machine/counters.hpp"
#include "xeforge/machine/footprint.hpp"
#include "xeforge/machine/kernel_names.hpp"
#include "xeforge/recorder/launch_records.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <unistd.h>

// Programs that count have it (esimd/port/counted.hpp).
extern "C" __attribute__((weak)) const unsigned xeforge_counts; // NOLINT

namespace xeforge::recorder {
namespace {

namespace fs = std::filesystem;

fs::path this_program() {
  std::error_code problem;
  fs::path program = fs::read_symlink("/proc/self/exe", problem);
  return problem ? fs::path("program") : program;
}

// Empty: nobody asked for a file.
std::string asked_file() {
  const char* const options = std::getenv("XEFORGE_RECORD_OPTIONS");
  if (options == nullptr || *options == 0)
    return {};
  constexpr std::string_view json = "json=";
  const std::string_view text = options;
  if (!text.starts_with(json) || text.size() == json.size()) {
    std::fprintf(stderr, "xeforge: XEFORGE_RECORD_OPTIONS: got '%s'; expected json=FILE\n", options);
    _exit(2);
  }
  return std::string(text.substr(json.size()));
}

class ProcessRecorder final : public machine::Recorder {
public:
  ProcessRecorder() : is_counting_(&xeforge_counts != nullptr), file_(asked_file()), owner_(getpid()) {}

  // Counters are those of all threads: in a program that counts one kernel runs at a time.
  void begin() override {
    if (!is_counting_)
      return;
    running_.lock();
    before_ = machine::counted(); // the program may look at its counters, too
    machine::keep_footprints();
  }

  void end(const machine::RecordedLaunch& launch, const machine::RecordedDevice& on, std::uint64_t nanoseconds,
           bool failed) noexcept override {
    Launch record{.kernel = machine::name_of_kernel(launch.run).name,
                  .launch = launch,
                  .device = std::string(on.device),
                  .emulated = on.emulated,
                  .threads = on.threads,
                  .nanoseconds = nanoseconds,
                  .failed = failed};
    if (record.kernel.empty())
      record.kernel = "kernel without a name";
    if (is_counting_) {
      record.counters = machine::counted();
      machine::subtract(record.counters, before_);
      record.footprint = machine::footprint();
      running_.unlock();
    }
    const std::lock_guard lock(mutex_);
    records_.add(record);
  }

  void finish() {
    const std::lock_guard lock(mutex_);
    if (getpid() != owner_) // a child of the program's, which has nothing of its own to tell
      return;
    const fs::path program = this_program();
    const bool is_asked = !file_.empty();
    if (!is_asked && !is_counting_)
      return;
    const std::string file = is_asked ? file_ : program.filename().string() + ".counts.json";
    try {
      // Whoever looks on sees the whole file or none. Signals are the program's own: where one ends it here, the next
      // temporary in this folder removes this one (files/temporaries.hpp).
      files::replace_file(file, records_.json(program.string(), is_counting_));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "xeforge: %s\n", error.what());
      return;
    }
    if (!is_asked)
      std::fprintf(stderr, "xeforge: counts of %zu kernel%s are in %s\n", records_.kernels(),
                   records_.kernels() == 1 ? "" : "s", file.c_str());
  }

private:
  const bool is_counting_;
  const std::string file_;
  const pid_t owner_;
  std::mutex running_, mutex_;
  machine::Counters before_; // the kernel that runs
  LaunchRecords records_;
};

// Never destroyed: kernels may run until the very end.
ProcessRecorder& process_recorder() {
  static auto* const recorder = new ProcessRecorder; // NOLINT(cppcoreguidelines-owning-memory)
  return *recorder;
}

// Behind the program's own end: its static objects have run what they had.
[[gnu::destructor]] void write_at_end() { process_recorder().finish(); }

} // namespace
} // namespace xeforge::recorder

extern "C" __attribute__((visibility("default"))) xeforge::machine::Recorder* xeforge_recorder() noexcept { // NOLINT
  return &xeforge::recorder::process_recorder();
}
