#include "xeforge/lab/terminal/output.hpp"

#include "xeforge/base/printable.hpp"
#include "xeforge/files/passing_line.hpp"

#include <fmt/color.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include <sys/ioctl.h>
#include <unistd.h>

namespace xeforge::lab {

static bool is_continuation(char byte) { return (byte & 0xc0) == 0x80; }

// Bytes of the UTF-8 character that the text begins with; 0 where it is none, or one that controls (U+0080 to U+009F,
// the marks of direction, separators of lines).
static std::size_t length_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first >= 0xc3 && first < 0xe0   ? 2
                             : first == 0xc2                 ? 2
                             : first >= 0xe1 && first < 0xf0 ? 3
                             : first >= 0xf0 && first < 0xf5 ? 4
                                                             : 0;
  if (length == 0 || text.size() < length ||
      !std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length), is_continuation))
    return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const unsigned char third = length > 2 ? static_cast<unsigned char>(text[2]) : 0;
  const bool controls =
      (first == 0xc2 && second < 0xa0) ||
      (first == 0xe2 && second == 0x80 && ((third >= 0x8b && third <= 0x8f) || (third >= 0xa8 && third <= 0xae))) ||
      (first == 0xe2 && second == 0x81 && third >= 0xa0 && third <= 0xaf);
  return controls ? 0 : length;
}

// Bytes of a colour that the text begins with; 0 where it is none.
static std::size_t length_of_colour(std::string_view text) {
  if (!text.starts_with("\x1b["))
    return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != text.npos && text[end] == 'm' ? end + 1 : 0;
}

std::string fit_for_terminal(std::string_view text) {
  std::string fit;
  fit.reserve(text.size());
  for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
    const std::string_view rest = text.substr(at);
    const char character = rest[0];
    const bool is_plain = character == '\n' || (character >= 0x20 && character < 0x7f);
    const std::size_t kept = is_plain ? 1 : std::max(length_of_colour(rest), length_of_character(rest));
    length = std::max<std::size_t>(kept, 1);
    fit += kept > 0 ? std::string(rest.substr(0, kept)) : base::printable(rest.substr(0, 1));
  }
  return fit;
}

void show(std::string_view text) {
  const std::string fit = fit_for_terminal(text);
  if (std::fwrite(fit.data(), 1, fit.size(), stdout) != fit.size())
    throw std::system_error(errno, std::generic_category(), "standard output");
}

std::size_t line_width() {
  constexpr std::size_t usual = 100, least = 60, most = 200;
  winsize size{};
  if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return usual;
  return std::clamp<std::size_t>(size.ws_col, least, most);
}

static constexpr std::size_t gap = 2;

// Characters, not bytes: the bytes after the first of a UTF-8 character are 10xxxxxx.
static std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return (byte & 0xc0) != 0x80; }));
}

// The first characters of text that fit the width, "..." at the end if that is not all.
static std::string fitted(const std::string& text, std::size_t width) {
  if (width_of(text) <= width)
    return text;
  std::string kept;
  for (std::size_t at = 0, characters = 0; at < text.size(); ++at) {
    characters += (text[at] & 0xc0) != 0x80;
    if (characters + 3 > width)
      break;
    kept += text[at];
  }
  return kept + "...";
}

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

void Table::add(std::vector<std::string> cells) {
  for (std::string& cell : cells)
    cell = base::one_line(cell);
  rows_.push_back(std::move(cells));
}

static std::vector<std::size_t> column_widths(const std::vector<Column>& columns,
                                              const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    widths.push_back(width_of(columns[column].title));
    for (const auto& row : rows)
      widths[column] = std::max(widths[column], width_of(row[column]));
  }
  std::size_t total = gap * (columns.size() - 1);
  for (const std::size_t width : widths)
    total += width;
  const std::size_t most = line_width();
  for (; total > most; --total) {
    std::size_t* widest = nullptr;
    for (std::size_t column = 0; column < columns.size(); ++column)
      if (columns[column].align == Align::left && (!widest || widths[column] > *widest))
        widest = &widths[column];
    if (!widest || *widest <= 4)
      break;
    --*widest;
  }
  return widths;
}

std::string Table::text() const {
  const std::vector<std::size_t> widths = column_widths(columns_, rows_);
  std::vector<std::string> titles;
  for (const Column& column : columns_)
    titles.push_back(column.title);

  std::string text;
  const auto append_row = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      const std::size_t width = widths[column];
      const std::string cell = fitted(cells[column], width);
      line += columns_[column].align == Align::left ? fmt::format("{:<{}}", cell, width)
                                                    : fmt::format("{:>{}}", cell, width);
      line += std::string(gap, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  append_row(titles);
  for (const auto& row : rows_)
    append_row(row);
  return text;
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::string result, line(indent, ' '), word;
  const std::size_t most = line_width();
  for (std::istringstream words(text); words >> word;) {
    const bool first = line.size() == indent;
    if (!first && line.size() + 1 + word.size() > most) {
      result += line + "\n";
      line = std::string(indent, ' ') + word;
    } else {
      line += (first ? "" : " ") + word;
    }
  }
  return result + line + "\n";
}

std::string duration_text(double nanoseconds) {
  if (nanoseconds < 1e3)
    return fmt::format("{:.0f} ns", nanoseconds);
  if (nanoseconds < 1e6)
    return fmt::format("{:.1f} us", nanoseconds * 1e-3);
  if (nanoseconds < 1e9)
    return fmt::format("{:.2f} ms", nanoseconds * 1e-6);
  return fmt::format("{:.2f} s", nanoseconds * 1e-9);
}

std::string bytes_text(double bytes) {
  static constexpr const char* units[] = {"B", "KiB", "MiB", "GiB"};
  int unit = 0;
  for (; bytes >= 1024 && unit < 3; ++unit)
    bytes /= 1024;
  return unit == 0 ? fmt::format("{:.0f} B", bytes) : fmt::format("{:.3g} {}", bytes, units[unit]);
}

std::string coloured(const std::string& text, Mood mood) {
  const char* const forbidden = std::getenv("NO_COLOR"); // as no-color.org has it: any value but the empty one
  if (mood == Mood::plain || !isatty(STDOUT_FILENO) || (forbidden != nullptr && *forbidden != 0))
    return text;
  const fmt::color colour = mood == Mood::good  ? fmt::color::green
                            : mood == Mood::bad ? fmt::color::red
                                                : fmt::color::gray;
  return fmt::format("{}", fmt::styled(text, fmt::fg(colour)));
}

std::string time_left_text(std::size_t done, std::size_t steps, double seconds) {
  if (done == 0 || done >= steps)
    return {};
  const double left = seconds / static_cast<double>(done) * static_cast<double>(steps - done);
  constexpr double soon = 5, long_enough_for_minutes = 100;
  if (left < soon)
    return {};
  return left < long_enough_for_minutes ? fmt::format("{:.0f} s", left) : fmt::format("{:.0f} min", left / 60);
}

void Progress::step(const std::string& name) {
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string left = time_left_text(step_, steps_, seconds);
  ++step_;
  files::show_passing(
      fmt::format("[{}/{}] {}{}", step_, steps_, name, left.empty() ? "" : fmt::format(", about {} left", left)));
}

void Progress::result(const std::string& text) { files::show_lasting(fmt::format("[{}/{}] {}", step_, steps_, text)); }

void Progress::end() {
  if (step_ > 0)
    files::show_passing("");
  step_ = 0;
}

} // namespace xeforge::lab
