// What stands between SYCL and a device that is not this process's own CPU: memory, programs, streams of commands and
// their events. An adapter implements it for devices of one kind in a shared library of its own (adapter.hpp), which is
// opened only when somebody asks for such a device.
//
// Two kinds of device have to fit: an emulator, which may run a command inside the call that asks for it, and a driver
// of real hardware, whose streams run on their own and whose memory the host cannot read. So:
//
//   - An address of device memory is a number to the host. Bytes get there and back by Stream::copy alone.
//   - A command has ended when its event says so, and not before, also where it was run at once.
//   - What an operation is given (addresses, spans) must stay until its event has ended.
//
// All functions may be called by several threads at once. What is wrong with a call is thrown by it as Error: one line,
// fit for a user. What goes wrong while a command runs is thrown by its event.
#pragma once

#include "xeforge/machine/device_images.hpp"
#include "xeforge/machine/device_models.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::devices {

using machine::Support;

// What a device is, as data: what the queries of SYCL answer, and what is refused before a launch.
struct Description {
  std::string backend; // the word before the colon of a selector: "xeforge", "cuda"
  std::string name;    // the word behind it, which images carry too: "bmg", "sm_90"
  std::string title;   // for people: "Battlemage (emulated)"
  std::string vendor, driver_version;
  std::uint32_t vendor_id = 0, device_id = 0;
  Support emulated = Support::no; // yes: times are those of the emulation

  std::size_t most_group_items = 0;       // of one work-group; a kernel may allow fewer (Kernel::most_group_items)
  std::size_t least_most_group_items = 0; // so many every kernel allows
  std::uint64_t local_bytes = 0;          // shared local memory of one group
  std::uint64_t memory_bytes = 0, most_allocation_bytes = 0;
  std::uint64_t cache_bytes = 0; // of the last level before memory; 0: not known
  std::uint32_t compute_units = 0, lanes = 0, threads_per_unit = 1, clock_mhz = 0;
  Support fp64 = Support::no, block_2d = Support::no;
};

// Where memory is, as SYCL's kinds have it.
//   device   the host cannot touch it
//   host     the host's, which the device reaches
//   shared   both
enum class MemoryKind { device, host, shared };

// A kernel of a program. It lives as long as its program.
class Kernel {
public:
  virtual ~Kernel() = default;

  // The driver's limits for this kernel alone: registers and shared local memory decide how many items fit.
  virtual std::size_t most_group_items() const = 0;
};

// x, y, z: x changes fastest. SYCL's order is the reverse.
using Extent = std::array<std::uint64_t, 3>;

struct Launch {
  Extent items{1, 1, 1};      // of the whole range
  Extent group_size{0, 0, 0}; // of one group, dividing the range; all 0: there are no groups in the program, and the
                              // device takes what suits it
  // The bytes of each parameter of the kernel's entry point, in their order.
  std::vector<std::span<const std::byte>> parameters;
  // Shared local memory that the launch allocates, from the start of the group's.
  std::uint32_t local_bytes = 0;
};

struct KernelLaunch {
  const Kernel* kernel;
  Launch launch;
};

class Program {
public:
  virtual ~Program() = default;

  // The source it was compiled from, as the command line named it; tells kernels of one name apart.
  virtual std::string_view source() const = 0;
  // By its name in the source, readable: "main::Axpy", "main::{lambda(sycl::_V1::item<1>)#1}". Null where the program
  // has none of that name. May take a while: machine code is read when it is first asked for.
  virtual const Kernel* find(std::string_view source_name) = 0;
};

// On the clock of std::chrono::steady_clock, in nanoseconds. 0 where the event has not come so far.
struct Times {
  std::uint64_t started = 0, ended = 0;
};

class Event {
public:
  virtual ~Event() = default;

  virtual bool has_ended() const = 0;
  // Returns when the command has ended. Throws Fault for what the kernel did, Error for what else went wrong; each call
  // throws it again.
  virtual void wait() = 0;
  virtual Times times() const = 0;
};
using EventRef = std::shared_ptr<Event>; // never null where a function returns one

// What a kernel did that no correct kernel does. what() says all of it in one line: kernel, group, thread, instruction
// and, where it is known, the line of the source.
class Fault : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

// Commands of one stream run in the order in which they were asked for; those of two streams in any.
class Stream {
public:
  virtual ~Stream() = default; // waits for everything

  // Throws Error for a launch that the driver refuses: sizes of groups, shared local memory, parameters.
  virtual EventRef launch(const Kernel& kernel, const Launch& launch) = 0;
  // One behind the other, with one event for all of them: its times are of the first one's beginning and the last one's
  // end, with nothing of the host's between two launches where the device is kept busy.
  virtual EventRef launch_all(std::span<const KernelLaunch> launches) = 0;
  // Between any two of: memory of the device, memory of the host. The ranges may overlap.
  virtual EventRef copy(void* destination, const void* source, std::size_t bytes) = 0;
  // pattern, count times, one behind the other.
  virtual EventRef fill(void* destination, std::span<const std::byte> pattern, std::size_t count) = 0;
  // What is asked for from now on begins when the event has ended; it may be another stream's of the same adapter.
  virtual void wait_for(const EventRef& event) = 0;
};

// How fast a device runs now, in MHz; 0 where that is not known.
struct Clocks {
  std::uint32_t core = 0, memory = 0;
};

class Device {
public:
  virtual ~Device() = default;

  virtual const Description& description() const = 0;
  virtual Clocks clocks() const { return {}; }

  // Null where there is not that much memory. The address is a multiple of `alignment`, a power of two, and of no other
  // memory of this process. `purpose`: how messages call it: "malloc_device".
  virtual void* allocate(MemoryKind kind, std::size_t bytes, std::size_t alignment, std::string_view purpose) = 0;
  // Memory from allocate(), which nothing uses any more.
  virtual void free(void* memory) = 0;

  // Memory of the host's own that kernels are to reach at the same address, until release(): that of buffers. Throws
  // Error where that cannot be. Of memory that is shared already: nothing happens, but each share wants its release.
  virtual void share(void* memory, std::size_t bytes, std::string_view purpose) = 0;
  virtual void release(void* memory) = 0;

  // The image stays where it is for as long as the program lives.
  virtual std::unique_ptr<Program> load(const machine::DeviceImage& image) = 0;
  virtual std::unique_ptr<Stream> open_stream() = 0;
};

} // namespace xeforge::devices
