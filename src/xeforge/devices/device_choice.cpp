#include "xeforge/devices/device_choice.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hash.hpp"
#include "xeforge/devices/selector.hpp"
#include "xeforge/machine/device_names.hpp"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <set>
#include <span>
#include <string_view>

namespace xeforge::devices {
namespace {

// Device code that the program has come by since it was built. It stays, as programs made of it do.
struct AddedCode {
  std::mutex mutex;
  std::vector<std::vector<std::byte>> records;
};
AddedCode& added_code() {
  static auto* const code = new AddedCode; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
  return *code;
}
std::vector<machine::DeviceImage> added_images() {
  const std::scoped_lock lock(added_code().mutex);
  std::vector<machine::DeviceImage> images;
  for (const std::vector<std::byte>& record : added_code().records)
    for (const machine::DeviceImage& image : machine::read_device_images(record))
      images.push_back(image);
  return images;
}

namespace fs = std::filesystem;

// The folders in which an adapter may lie: xeforge beside this code, and in an installation's libraries beside its programs.
std::vector<fs::path> adapter_folders() {
  Dl_info here{};
  static const char mark = 0;
  if (dladdr(&mark, &here) == 0 || here.dli_fname == nullptr)
    return {};
  // Of a library this is a path; of the program itself it is what it was called, which may be a word alone.
  const std::string name = here.dli_fname;
  std::error_code problem;
  const fs::path file = fs::canonical(name.find('/') == name.npos ? "/proc/self/exe" : name, problem);
  const fs::path folder = problem ? fs::path(name).parent_path() : file.parent_path();
  return {folder / "xeforge", folder.parent_path() / "lib/xeforge"};
}

struct OpenedAdapter {
  Adapter* adapter = nullptr;
  std::string missing;
};

OpenedAdapter open_library(const std::string& backend) {
  for (const fs::path& folder : adapter_folders()) {
    const fs::path file = folder / adapter_file(backend);
    std::error_code problem;
    if (!fs::exists(file, problem))
      continue;
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return {nullptr, std::string("the adapter cannot be opened: ") + dlerror()};
    const auto entry = reinterpret_cast<AdapterEntry>(dlsym(library, adapter_symbol));
    Adapter* const adapter = entry == nullptr ? nullptr : entry(interface_version);
    if (adapter == nullptr)
      return {nullptr, file.string() + " is an adapter of another version"};
    return {adapter, adapter->missing()};
  }
  return {nullptr, "there is no " + adapter_file(backend) + " beside this installation's libraries"};
}

// Names that are known, so that a device which is only missing here is told apart from a slip of the pen.
void add_names(const Adapter& adapter, std::vector<std::string>& names) {
  for (const Description& description : adapter.descriptions())
    names.push_back(description.name);
}

// The CPU is the first device of the backend that is this project's own.
std::size_t number_of(const std::string& backend, std::size_t position) {
  return position + (backend == "xeforge" ? 1 : 0);
}

bool has_code_for(const Adapter& adapter, std::size_t number, const std::set<std::string>& images) {
  return std::ranges::any_of(images, [&](const std::string& image) { return adapter.runs(number, image); });
}

std::string why_missing(const std::set<std::string>& images) {
  if (images.empty())
    return "this program carries no device code: build it with xeforge-cxx and -fsycl-targets=intel_gpu_NAME or "
           "nvidia_gpu_sm_90";
  std::string text = "this program carries device code for";
  for (const std::string& image : images)
    text += (image == *images.begin() ? " " : ", ") + image;
  return text;
}

// Chosen devices are never destroyed: memory and queues of theirs may outlive everything else.
ChosenDevice& the_chosen(Adapter& adapter, std::size_t number) {
  static std::mutex mutex;
  static std::map<std::pair<Adapter*, std::size_t>, ChosenDevice*> devices;
  const std::scoped_lock lock(mutex);
  ChosenDevice*& device = devices[{&adapter, number}];
  if (device == nullptr)
    device = new ChosenDevice(adapter, number); // NOLINT(cppcoreguidelines-owning-memory)
  return *device;
}

} // namespace

void add_device_code(const machine::DeviceImage& image) {
  std::vector<std::byte> record = machine::device_image_record(image);
  const std::scoped_lock lock(added_code().mutex);
  added_code().records.push_back(std::move(record));
}

std::vector<std::string> adapter_backends() { return {"xeforge", "cuda"}; }

Adapter* open_adapter(const std::string& backend, std::string& missing) {
  static std::mutex mutex;
  static std::map<std::string, OpenedAdapter> opened;
  const std::scoped_lock lock(mutex);
  const auto [entry, is_new] = opened.try_emplace(backend);
  if (is_new)
    entry->second = open_library(backend);
  missing = entry->second.missing;
  return missing.empty() ? entry->second.adapter : nullptr;
}

std::vector<DeviceHere> devices_here() {
  std::vector<DeviceHere> here;
  for (const std::string& backend : adapter_backends()) {
    std::string missing;
    const Adapter* const adapter = open_adapter(backend, missing);
    if (adapter == nullptr)
      here.push_back({backend, 0, "", "", missing});
    for (std::size_t i = 0; adapter != nullptr && i < adapter->descriptions().size(); ++i)
      here.push_back(
          {backend, number_of(backend, i), adapter->descriptions()[i].name, adapter->descriptions()[i].title, ""});
  }
  return here;
}

std::vector<ChosenDevice*> choose_devices(const std::string& text) {
  const std::vector<std::string> backends = adapter_backends();
  const Selector selector(text, backends);
  std::set<std::string> images;
  for (const ModuleCode& module : read_program_code())
    for (const machine::DeviceImage& image : module.images)
      images.emplace(image.device);
  for (const machine::DeviceImage& image : added_images())
    images.emplace(image.device);

  std::vector<Candidate> candidates{{"xeforge", "cpu", Candidate::Kind::cpu, 0}};
  std::vector<std::pair<Adapter*, std::size_t>> positions{{nullptr, 0}};
  std::vector<std::string> names{"cpu"};
  std::string missing;
  bool is_one_open = false;
  for (const std::string& backend : backends) {
    if (!selector.may_choose_from(backend))
      continue;
    std::string reason;
    Adapter* const adapter = open_adapter(backend, reason);
    if (adapter == nullptr) {
      for (const machine::DeviceModel& model : machine::device_models())
        names.emplace_back(model.name);
      missing += (missing.empty() ? "" : "; ") + reason;
      continue;
    }
    is_one_open = true;
    add_names(*adapter, names);
    for (std::size_t i = 0; i < adapter->descriptions().size(); ++i)
      if (has_code_for(*adapter, i, images)) {
        candidates.push_back({backend, adapter->descriptions()[i].name, Candidate::Kind::gpu, number_of(backend, i)});
        positions.emplace_back(adapter, i);
      }
  }

  if (is_one_open || missing.empty())
    missing = why_missing(images) + (missing.empty() ? "" : "; ") + missing;

  std::vector<ChosenDevice*> chosen;
  for (const std::size_t position : selector.choose(candidates, names, missing)) {
    const auto& [adapter, number] = positions[position];
    chosen.push_back(adapter == nullptr ? nullptr : &the_chosen(*adapter, number));
  }
  return chosen;
}

ChosenDevice& device_named(std::string_view name) {
  std::string known, missing;
  for (const std::string& backend : adapter_backends()) {
    std::string reason;
    Adapter* const adapter = open_adapter(backend, reason);
    if (adapter == nullptr) {
      missing += "; " + backend + ": " + reason;
      continue;
    }
    const std::vector<Description>& descriptions = adapter->descriptions();
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
      if (descriptions[i].name == machine::compiled_as(name) || (backend != "xeforge" && backend == name))
        return the_chosen(*adapter, i);
      known += (known.empty() ? "" : ", ") + descriptions[i].name;
    }
  }
  throw Error("device", "'" + std::string(name) + "'",
              (known.empty() ? "a device, of which there is none here" : "one of " + known) + missing);
}

// ---- kernels --------------------------------------------------------------------------------------------------------
static unsigned long long libraries_unloaded() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* module, std::size_t, void* result) {
        *static_cast<unsigned long long*>(result) = module->dlpi_subs;
        return 1; // it is the same of all
      },
      &count);
  return count;
}

static std::uint64_t content_of(const ModuleCode& module) {
  const auto text_of = [](const auto& span) {
    const auto bytes = std::as_bytes(std::span(span));
    return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  std::uint64_t hash = base::hash_of(text_of(module.kernels));
  for (const machine::DeviceImage& image : module.images)
    hash = base::hash_with(hash, base::hash_of(text_of(image.code)));
  return hash;
}

// What a library carried that the program has closed is gone, and another one may lie in its place.
void ChosenDevice::forget_unloaded_code() {
  const unsigned long long unloaded = libraries_unloaded();
  if (unloaded == unloaded_)
    return;
  unloaded_ = unloaded;
  const std::vector<ModuleCode> loaded = read_program_code();
  std::erase_if(modules_, [&](const std::unique_ptr<Module>& known) {
    const auto own = [&](const ModuleCode& module) { return module.kernels.data() == known->code.kernels.data(); };
    const auto still = std::ranges::find_if(loaded, own);
    if (still != loaded.end() && content_of(*still) == known->content)
      return false;
    kernels_.clear(); // those of other modules, too, may be of this one's images
    std::erase_if(images_, [&](const auto& image) { return image->module == &known->code; });
    return true;
  });
}

// Libraries may have been loaded since the last look; what is known stays where it is.
void ChosenDevice::read_code() {
  for (ModuleCode& module : read_program_code()) {
    const bool is_known = std::ranges::any_of(
        modules_, [&](const auto& known) { return known->code.kernels.data() == module.kernels.data(); });
    if (is_known)
      continue;
    const std::uint64_t content = content_of(module);
    modules_.push_back(std::make_unique<Module>(Module{std::move(module), content}));
    const ModuleCode& code = modules_.back()->code;
    for (const machine::DeviceImage& image : code.images)
      if (adapter_.runs(number_, image.device))
        images_.push_back(std::make_unique<LoadedImage>(LoadedImage{&code, image, nullptr}));
  }
  for (const machine::DeviceImage& image : added_images()) {
    const bool is_known =
        std::ranges::any_of(images_, [&](const auto& known) { return known->image.code.data() == image.code.data(); });
    if (!is_known && adapter_.runs(number_, image.device))
      images_.push_back(std::make_unique<LoadedImage>(LoadedImage{nullptr, image, nullptr}));
  }
}

const Kernel& ChosenDevice::kernel_of(const ModuleCode& module, const KernelRecord& record) {
  const std::string name = source_name_of(record);
  struct Match {
    const Kernel* kernel;
    const LoadedImage* image;
  };
  std::vector<Match> matches;
  for (const std::unique_ptr<LoadedImage>& image : images_) {
    if (!image->program)
      image->program = device().load(image->image);
    if (const Kernel* const kernel = image->program->find(name))
      matches.push_back({kernel, image.get()});
  }
  // Rather those that fit better, where some do.
  const auto prefer = [&matches](auto fits) {
    if (std::ranges::any_of(matches, fits))
      std::erase_if(matches, [&](const Match& match) { return !fits(match); });
  };
  prefer([&](const Match& match) { return match.image->module == &module; });
  prefer([&](const Match& match) { return match.image->image.device == description().name; });
  prefer([&](const Match& match) { return match.image->program->source() == record.source; });
  if (matches.empty() && maker_ != nullptr)
    return made_kernel(record, name);
  if (matches.empty())
    throw Error("kernel", name, "a kernel that the program carries device code of for " + description().name);
  if (matches.size() > 1)
    throw Error("kernel", name + ", which " + std::to_string(matches.size()) + " sources have",
                "kernels with names of their own, or sources that the command lines name differently");
  return *matches.front().kernel;
}

const Kernel& ChosenDevice::made_kernel(const KernelRecord& record, const std::string& name) {
  made_code_.push_back(maker_->make(description(), record, name));
  for (const machine::DeviceImage& image : machine::read_device_images(made_code_.back())) {
    images_.push_back(std::make_unique<LoadedImage>(LoadedImage{nullptr, image, device().load(image)}));
    if (const Kernel* const kernel = images_.back()->program->find(name))
      return *kernel;
  }
  throw Error("kernel", name, "device code that was made of it for " + description().name);
}

void ChosenDevice::ask_for_missing_code(CodeMaker* maker) {
  const std::scoped_lock lock(mutex_);
  maker_ = maker;
}

template <class Run>
ChosenDevice::FoundKernel ChosenDevice::find_by(Run run, Run KernelRecord::* member) {
  const std::scoped_lock lock(mutex_);
  forget_unloaded_code();
  for (int attempt = 0; attempt < 2; ++attempt) {
    for (const std::unique_ptr<Module>& module : modules_)
      for (const KernelRecord& record : module->code.kernels)
        if (record.*member == run) {
          const Kernel*& known = kernels_[&record];
          if (known == nullptr)
            known = &kernel_of(module->code, record);
          return {*known, record};
        }
    read_code();
  }
  throw Error("kernel", "one of a source that was compiled without device code",
              "all sources with kernels compiled with xeforge-cxx and -fsycl-targets=" +
                  std::string(description().backend == "cuda" ? "nvidia_gpu_" : "intel_gpu_") + description().name);
}

ChosenDevice::FoundKernel ChosenDevice::find(void (*run_item)(const void*, const machine::HardwareThread&)) {
  return find_by(run_item, &KernelRecord::run_item);
}
ChosenDevice::FoundKernel ChosenDevice::find(void (*run_span)(const void*, const std::size_t*, std::size_t,
                                                              std::size_t)) {
  return find_by(run_span, &KernelRecord::run_span);
}

} // namespace xeforge::devices
