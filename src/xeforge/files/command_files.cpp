#include "xeforge/files/command_files.hpp"

#include "xeforge/files/temporaries.hpp"

#include <algorithm>
#include <mutex>

namespace xeforge::files {
namespace {

std::mutex current_mutex;
CommandFiles* current = nullptr; // the one that exists

} // namespace

CommandFiles::CommandFiles() {
  const std::scoped_lock lock(current_mutex);
  current = this;
}
CommandFiles::~CommandFiles() {
  const std::scoped_lock lock(current_mutex);
  current = nullptr;
}

void note_input(const std::filesystem::path& path, std::string_view option) {
  if (is_in_temporary(path))
    return;
  const std::scoped_lock lock(current_mutex);
  std::error_code none;
  if (!current || !std::filesystem::is_regular_file(path, none))
    return;
  if (const auto identity = identity_of(path))
    current->inputs_.push_back({*identity, std::string(option)});
}

void note_rewritten(const std::filesystem::path& path) {
  const std::scoped_lock lock(current_mutex);
  if (const auto identity = current ? identity_of(path) : std::nullopt)
    current->rewritten_.push_back(*identity);
}

std::optional<std::string> problem_of_output(const std::filesystem::path& path, std::string_view option) {
  if (is_in_temporary(path))
    return std::nullopt;
  const std::scoped_lock lock(current_mutex);
  if (!current)
    return std::nullopt;
  if (const auto identity = identity_of(path);
      identity && std::ranges::find(current->rewritten_, *identity) == current->rewritten_.end()) {
    const auto input = std::ranges::find(current->inputs_, *identity, &CommandFiles::Input::file);
    if (input != current->inputs_.end())
      return input->option.empty() ? "a file that this command reads" : "the file that " + input->option + " reads";
  }
  std::error_code none;
  std::filesystem::path end = std::filesystem::weakly_canonical(path, none);
  end = none ? path : end;
  const auto folder = identity_of(folder_of(end));
  if (!folder)
    return std::nullopt;
  for (const CommandFiles::Output& other : current->outputs_)
    if (other.folder == *folder && other.name == end.filename() && other.option != option)
      return "the file that " + other.option + " writes";
  current->outputs_.push_back({*folder, end.filename(), std::string(option)});
  return std::nullopt;
}

std::optional<std::string> problem_of_standard_output(std::string_view option) {
  const std::scoped_lock lock(current_mutex);
  if (!current)
    return std::nullopt;
  if (current->standard_output_.empty())
    current->standard_output_ = option;
  return current->standard_output_ == option ? std::nullopt
                                             : std::optional("where " + current->standard_output_ + " is written");
}

void note_written_output() {
  const std::scoped_lock lock(current_mutex);
  if (current)
    current->is_any_written_ = true;
}

bool is_any_output_written() {
  const std::scoped_lock lock(current_mutex);
  return current && current->is_any_written_;
}

} // namespace xeforge::files
