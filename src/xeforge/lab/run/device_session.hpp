// Devices other than the CPU that a command runs operators on: their options, their queues, and the device code that is
// made for them on the way.
#pragma once

#include "xeforge/device_kernels/dry_device.hpp"
#include "xeforge/device_kernels/kernel_maker.hpp"
#include "xeforge/device_kernels/recording_device.hpp"
#include "xeforge/lab/terminal/command_line.hpp"
#include "xeforge/ops/operator.hpp"

#include <sycl/sycl.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::lab {

struct DeviceOptions {
  std::string devices;          // names with commas between them; empty: the CPU
  std::string code;             // the folder of kept code; empty: none
  std::vector<Option> of_cpu{}; // options that mean nothing beside --device

  bool is_cpu() const { return devices.empty(); }
};

// --device NAME (or NAME,NAME... where several are meant) and --device-code FOLDER.
enum class HowMany { one, several };
void add_devices(Command command, DeviceOptions& options, HowMany how_many);

// Throws Error in the names of the options where they are of no use together.
void check_use(const DeviceOptions& options);

struct OpenedDevice {
  std::string name, title; // "bmg", "Battlemage (emulated)"
  bool is_emulated = false;
  sycl::queue queue;
};

// The devices of the options, opened; kernels that they miss are taken from the folder or compiled, which a terminal is
// told. Throws Error in the names of the options.
class DeviceSession {
public:
  // here: the devices themselves; recorded: the same, with what is launched noted; nowhere: devices on which nothing
  // runs, for which code is made all the same.
  enum class Where { here, recorded, nowhere };
  DeviceSession(const DeviceOptions& options, const ops::Operator& op, Where where = Where::here)
      : DeviceSession(options, op.device_kernels, where) {}
  // kernels: what device code may be made of.
  DeviceSession(const DeviceOptions& options, const std::vector<devices::KernelHeader>& kernels, Where where);
  ~DeviceSession();
  DeviceSession(const DeviceSession&) = delete;
  DeviceSession& operator=(const DeviceSession&) = delete;

  // Of a session that records: of its device of that number.
  device_kernels::RecordingAdapter& recorder(std::size_t number) { return *recorders_.at(number); }
  devices::Device& device(std::size_t number) { return chosen_.at(number)->device(); }

  std::vector<OpenedDevice>& devices() { return devices_; }
  const std::vector<OpenedDevice>& devices() const { return devices_; }
  const device_kernels::KernelMaker& maker() const { return maker_; }
  // "3 kernels compiled, 12 taken from FOLDER"; empty where there was neither.
  std::string code_text() const;

private:
  void open_here(const std::string& name, Where where);
  void open_nowhere(const std::string& name);

  const DeviceOptions options_;
  device_kernels::KernelMaker maker_;
  std::vector<std::unique_ptr<device_kernels::DryAdapter>> dry_;
  std::vector<std::unique_ptr<device_kernels::RecordingAdapter>> recorders_;
  std::vector<std::unique_ptr<devices::ChosenDevice>> own_chosen_;
  std::vector<devices::ChosenDevice*> chosen_;
  std::vector<OpenedDevice> devices_;
};

// What is forced, for a device: throws Error in the names of the options where `forced` names a target, or a variant
// that no device runs.
ops::Forced forced_on(const OpenedDevice& device, const ops::Operator& op, const ops::Forced& forced);

} // namespace xeforge::lab
