// What the commands print: tables that fit a terminal, and colour where somebody looks.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::lab {

// The text on standard output. Names in it may be anybody's (of files, of kernels in a report): what could move the
// cursor or hide a word of a terminal is shown as \xNN. Throws std::system_error.
void show(std::string_view text);
// The only way in which commands print; what is not for a reader (JSON, a page) goes to an OutputFile.
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  show(fmt::format(format, std::forward<Values>(values)...));
}

// The text without control characters but line ends, colours (ESC [ numbers m) and characters beyond ASCII.
std::string fit_for_terminal(std::string_view text);

// Of what is printed: as wide as the terminal, from 60 to 200; 100 where nobody looks, so that files are alike everywhere.
std::size_t line_width();

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

// Rows of text under titles, two blanks apart. Wider than line_width, the widest left-aligned column is cut ("...").
class Table {
public:
  explicit Table(std::vector<Column> columns);
  // As many cells as columns; line ends and control characters in them are shown as \n and \xNN.
  void add(std::vector<std::string> cells);
  std::string text() const;

private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// text broken between words so that no line is longer than line_width; every line starts with indent blanks.
std::string wrapped(const std::string& text, std::size_t indent);

// Short names for quantities: "230.1 us", "256 MiB".
std::string duration_text(double nanoseconds);
std::string bytes_text(double bytes);

// "1 entry", "3 entries"; "1 thread", "2 threads" where an s is all.
template <class Integer>
std::string counted(Integer count, const std::string& one, const std::string& several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}
template <class Integer>
std::string counted(Integer count, const std::string& one) {
  return counted(count, one, one + "s");
}

enum class Mood { plain, good, bad, note };
// text in the mood's colour when standard output is a terminal and nobody forbids it (NO_COLOR), else as it is.
std::string coloured(const std::string& text, Mood mood);

// "40 s", "5 min": what is left of a command that has done `done` of `steps` equal parts in so many seconds; empty where
// that is not known yet, or soon over.
std::string time_left_text(std::size_t done, std::size_t steps, double seconds);

// One line on standard error that says how far a long command is, and the results so far above it; nothing where nobody
// looks at a terminal.
class Progress {
public:
  explicit Progress(std::size_t steps) : steps_(steps), start_(std::chrono::steady_clock::now()) {}
  ~Progress() { end(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step(const std::string& name);
  void result(const std::string& text); // of the step; the table of all comes at the end
  void end();                           // takes the line away

private:
  std::size_t steps_;
  std::size_t step_ = 0;
  std::chrono::steady_clock::time_point start_;
};

} // namespace xeforge::lab
