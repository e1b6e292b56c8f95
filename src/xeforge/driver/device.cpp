#include "xeforge/driver/device.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/driver/dependency_list.hpp"
#include "xeforge/driver/folder_names.hpp"
#include "xeforge/files/passing_line.hpp"
#include "xeforge/machine/device_images.hpp"
#include "xeforge/toolchain/binary/image_report.hpp"
#include "xeforge/toolchain/binary/object_files.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>

namespace xeforge::driver {
namespace {

namespace fs = std::filesystem;
using toolchain::Compiled;

// ---- compilation ----------------------------------------------------------------------------------------------------
bool is_for_devices(const FrontEndJob& job) {
  constexpr std::array of_the_host_alone{"c", "c-header", "c++-header", "assembler", "assembler-with-cpp"};
  if (std::ranges::any_of(of_the_host_alone, [&job](const char* language) { return job.language == language; }))
    return false;
  if (job.language != "c++")
    throw Error(job.source.string(), fmt::format("a source in '{}'", job.language),
                "unpreprocessed C++, because host and device preprocess it differently");
  if (job.source == "-")
    throw Error("-", "a source from standard input",
                "a file, because it is read twice, for the host and for the device");
  return true;
}

std::string device_name(const machine::DeviceModel& device) { return std::string(device.name); }

// Where the device code of the whole command goes.
fs::path folder_of_command(const CommandLine& line, const machine::DeviceModel& device) {
  if (line.goal == Goal::device_code_only) {
    const fs::path folder = line.output.value_or(".");
    return line.devices.size() == 1 ? folder : folder / device_name(device);
  }
  return fmt::format("{}.{}", line.output.value_or("a.out").string(), device_name(device));
}

// One for each source.
std::vector<fs::path> folders_of_sources(const CommandLine& line, const machine::DeviceModel& device,
                                         const std::vector<fs::path>& sources) {
  std::vector<fs::path> folders;
  if (line.goal == Goal::objects) {
    for (const fs::path& source : sources)
      folders.push_back(object_of(line, source).replace_extension("." + device_name(device)));
  } else if (const fs::path folder = folder_of_command(line, device); sources.size() == 1 && line.inputs.size() == 1) {
    folders.push_back(folder);
  } else {
    for (const std::string& name : folder_names(sources))
      folders.push_back(folder / name);
  }
  return folders;
}

// Instructions of PTX are not traced to their lines.
toolchain::SourceLines lines_for(const machine::DeviceModel& device) {
  return device.platform == machine::ptx_platform ? toolchain::SourceLines::dropped : toolchain::SourceLines::kept;
}

// No value for a source without kernels.
std::optional<Compiled> compile_source(const toolchain::DeviceTools& tools, const toolchain::CompileRequest& request) {
  try {
    return toolchain::compile(tools, request);
  } catch (const Error& error) {
    if (error.argument() == request.source.string() && error.got() == "no kernel")
      return std::nullopt;
    throw;
  }
}

toolchain::CompileSettings settings_for(const CommandLine& line, const FrontEndJob& job) {
  toolchain::CompileSettings settings = settings_of(job);
  if (!line.names_contraction)
    settings.contraction.clear();
  return settings;
}

// Each source for each device. files: where what they read is noted, where the host's compilation writes a list.
std::vector<toolchain::CompileRequest> requests_of(const CommandLine& line, const std::vector<FrontEndJob>& jobs,
                                                   FilesOfSources& files) {
  std::vector<const FrontEndJob*> compiled;
  std::vector<fs::path> sources;
  for (const FrontEndJob& job : jobs)
    if (is_for_devices(job)) {
      compiled.push_back(&job);
      sources.push_back(job.source);
    }
  std::vector<toolchain::CompileRequest> requests;
  std::vector<std::shared_ptr<toolchain::SharedFrontEnd>> front_ends;
  if (line.devices.size() > 1)
    for (std::size_t i = 0; i < compiled.size(); ++i)
      front_ends.push_back(std::make_shared<toolchain::SharedFrontEnd>());
  for (const machine::DeviceModel* const device : line.devices) {
    const bool is_large = std::ranges::find(line.with_large_registers, device) != line.with_large_registers.end();
    const std::vector<fs::path> folders = folders_of_sources(line, *device, sources);
    for (std::size_t i = 0; i < compiled.size(); ++i) {
      toolchain::CompileRequest& request = requests.emplace_back(toolchain::CompileRequest{
          .source = sources[i],
          .device = *device,
          .registers = is_large ? toolchain::RegisterFile::large : toolchain::RegisterFile::normal,
          .settings = settings_for(line, *compiled[i]),
          .local_memory = line.local_memory,
          .lines = lines_for(*device),
          .unfit_kernels = line.unfit_kernels});
      if (!front_ends.empty())
        request.front_end = front_ends[i];
      if (line.keeps_intermediate_files)
        request.keep = folders[i] / "intermediate";
      if (const auto list = dependency_list_of(*compiled[i]))
        request.files_read = {list->with_system_headers,
                              [&files, source = sources[i]](const std::vector<std::string>& read) {
                                std::vector<std::string>& known = files[source];
                                known.insert(known.end(), read.begin(), read.end());
                              }};
    }
  }
  return requests;
}

// ---- folders --------------------------------------------------------------------------------------------------------
void remove_report(const fs::path& folder) {
  const fs::path file = folder / "report.json";
  std::error_code problem;
  if (!fs::is_regular_file(file, problem))
    return;
  try {
    const toolchain::CompileReport report = toolchain::parse_report(file.string(), toolchain::read_text(file));
    std::vector<std::string> names{report.zebin, "report.json"};
    for (const toolchain::KernelReport& kernel : report.kernels)
      names.push_back(kernel.assembly);
    for (const std::string& name : names)
      if (!name.empty() && fs::path(name) == fs::path(name).filename())
        fs::remove(folder / name, problem);
  } catch (const Error&) {
    // Not a report of ours: it stays.
  }
}

// What an earlier build left in the folder of a command, or in those of its sources there: a kernel that is gone must
// not look as if it were there. Nothing else is touched.
void remove_reports(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> inner;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem))
    if (entry.is_directory(problem) && !entry.is_symlink(problem))
      inner.push_back(entry.path());
  for (const fs::path& each : inner) {
    remove_report(each);
    fs::remove(each, problem); // if it is empty now
  }
  remove_report(folder);
}

bool same_bytes(std::span<const std::byte> one, std::span<const std::byte> other) {
  return std::ranges::equal(one, other);
}

// An image of the program with its assembly: that of this command, or disassembled.
Compiled with_assembly(const toolchain::DeviceTools& tools, const machine::DeviceImage& image,
                       const std::vector<SourceImage>& images) {
  const auto made = std::ranges::find_if(
      images, [&image](const SourceImage& each) { return same_bytes(each.compiled.zebin, image.code); });
  const std::string name = "the device code of the program";
  Compiled compiled = made != images.end() ? made->compiled
                      : machine::device_model(image.device).platform == machine::ptx_platform
                          ? toolchain::inspect_ptx({image.code.begin(), image.code.end()})
                          : toolchain::inspect(tools, name, {image.code.begin(), image.code.end()});
  toolchain::CompileReport report = toolchain::parse_report(name, std::string(image.report));
  if (compiled.kernels.size() != report.kernels.size())
    throw Error(name, "a report about other kernels", "the report that the kernels were embedded with");
  compiled.info = report;
  for (std::size_t i = 0; i < report.kernels.size(); ++i)
    compiled.kernels[i].report = std::move(report.kernels[i]);
  return compiled;
}

} // namespace

fs::path object_of(const CommandLine& line, const fs::path& source) {
  return line.output.value_or(source.stem().string() + ".o");
}

DeviceCode compile_for_devices(const CommandLine& line, const Layout& layout, const std::vector<FrontEndJob>& jobs) {
  DeviceCode code;
  std::vector<toolchain::CompileRequest> requests = requests_of(line, jobs, code.files);
  if (requests.empty())
    return code;
  files::Waiting waiting("compiling for devices");
  const toolchain::DeviceTools tools(layout.device_tools);
  for (toolchain::CompileRequest& request : requests) {
    const std::string what = fmt::format("compiling {} for {}", request.source.string(), request.device.name);
    waiting.now(what);
    request.watcher = [&](const std::string& stage) { waiting.now(fmt::format("{}: {}", what, stage)); };
    if (auto compiled = compile_source(tools, request)) {
      toolchain::lead_with_lines_of_program(compiled->locations, layout.headers);
      code.images.push_back({request.source, &request.device, *std::move(compiled)});
    }
  }
  return code;
}

PreprocessedCode preprocess_for_devices(const CommandLine& line, const Layout& layout,
                                        const std::vector<FrontEndJob>& jobs) {
  constexpr std::array forms{"-P", "-C", "-CC", "-dM", "-dD", "-dI", "-dN"};
  std::vector<std::string> words;
  std::ranges::copy_if(line.host_arguments, std::back_inserter(words),
                       [&](const std::string& word) { return std::ranges::find(forms, word) != forms.end(); });
  PreprocessedCode code;
  const toolchain::DeviceTools tools(layout.device_tools);
  for (const toolchain::CompileRequest& request : requests_of(line, jobs, code.files))
    code.text += toolchain::preprocess(tools, request, words);
  return code;
}

std::vector<std::byte> device_section(const std::vector<SourceImage>& images) {
  std::vector<std::byte> section;
  for (const SourceImage& image : images) {
    const std::string report = toolchain::image_report(image.compiled);
    const auto record = machine::device_image_record({image.device->name, report, image.compiled.zebin});
    section.insert(section.end(), record.begin(), record.end());
  }
  return section;
}

void embed_into_objects(const CommandLine& line, const std::vector<FrontEndJob>& jobs,
                        const std::vector<SourceImage>& images) {
  for (auto job = jobs.begin(); job != jobs.end(); ++job) {
    const fs::path object = object_of(line, job->source);
    // Of several sources with one object file clang leaves the last.
    if (std::any_of(std::next(job), jobs.end(),
                    [&](const FrontEndJob& later) { return object_of(line, later.source) == object; }))
      continue;
    std::vector<SourceImage> own;
    std::ranges::copy_if(images, std::back_inserter(own),
                         [&job](const SourceImage& image) { return image.source == job->source; });
    std::error_code problem;
    if (!fs::is_regular_file(object, problem))
      continue; // /dev/null
    if (!own.empty())
      toolchain::add_device_section(object, device_section(own));
    for (const machine::DeviceModel* const device : line.devices)
      remove_report(fs::path(object).replace_extension("." + device_name(*device)));
    for (const SourceImage& image : own)
      write_compiled(image.compiled, fs::path(object).replace_extension("." + device_name(*image.device)));
  }
}

void write_device_folders(const CommandLine& line, const std::vector<SourceImage>& images) {
  for (const machine::DeviceModel* const device : line.devices) {
    std::vector<const Compiled*> compiled;
    std::vector<fs::path> sources;
    for (const SourceImage& image : images)
      if (image.device == device) {
        compiled.push_back(&image.compiled);
        sources.push_back(image.source);
      }
    if (compiled.empty())
      throw Error("-fsycl-device-only", "no kernel for " + device_name(*device), "a source with a kernel");
    const std::vector<fs::path> folders = folders_of_sources(line, *device, sources);
    for (std::size_t i = 0; i < compiled.size(); ++i)
      write_compiled(*compiled[i], folders[i]);
  }
}

std::vector<std::string> extract_from_program(const CommandLine& line, const Layout& layout,
                                              const std::vector<SourceImage>& images) {
  const fs::path program = line.output.value_or("a.out");
  std::error_code problem;
  if (!fs::is_regular_file(program, problem))
    return {}; // /dev/null
  const std::vector<std::byte> section = toolchain::device_section_of(program);
  const std::vector<machine::DeviceImage> carried = machine::read_device_images(section);
  std::vector<std::string> notes;
  for (const machine::DeviceModel* const device : line.devices) {
    remove_reports(folder_of_command(line, *device));
    std::vector<Compiled> compiled;
    std::vector<fs::path> sources;
    for (const machine::DeviceImage& image : carried)
      if (image.device == device->name) {
        compiled.push_back(with_assembly(toolchain::DeviceTools(layout.device_tools), image, images));
        sources.emplace_back(compiled.back().info.source);
      }
    const std::vector<fs::path> folders = folders_of_sources(line, *device, sources);
    for (std::size_t i = 0; i < compiled.size(); ++i)
      write_compiled(compiled[i], folders[i]);
    if (compiled.empty())
      notes.push_back(fmt::format("{} has no kernel for {}", program.string(), device_name(*device)));
  }
  return notes;
}

} // namespace xeforge::driver
