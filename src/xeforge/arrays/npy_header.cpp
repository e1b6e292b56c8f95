#include "xeforge/arrays/npy_header.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace xeforge::arrays {

namespace {

// Recursive descent over one line of text; white space between tokens carries no meaning.
class HeaderParser {
public:
  HeaderParser(const FileArgument& file, std::string_view text) : file_(file), text_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    expect('{');
    while (!accept('}')) {
      entry(header);
      if (accept('}'))
        break;
      expect(',');
    }
    skip_space();
    if (position_ != text_.size())
      fail("a header that ends with its dictionary");
    if (!seen_descr_ || !seen_order_ || !seen_shape_)
      refuse(file_, "a header that lacks a key", "the keys 'descr', 'fortran_order' and 'shape'");
    return header;
  }

private:
  void entry(NpyHeader& header) {
    const auto key = string();
    expect(':');
    if (key == "descr") {
      once(seen_descr_, key);
      if (peek() == '[')
        refuse(file_, "elements with fields (a structured type)", "'|b1', '<f2', '<f4', '<i4' or '<i8'");
      header.descr = string();
    } else if (key == "fortran_order") {
      once(seen_order_, key);
      header.order = word() == "True" ? ElementOrder::column_major : ElementOrder::row_major;
    } else if (key == "shape") {
      once(seen_shape_, key);
      header.shape = tuple();
    } else {
      refuse(file_, fmt::format("the header key {}", in_quotes(key, 40)),
             "the keys 'descr', 'fortran_order' and 'shape'");
    }
  }

  void once(bool& seen, std::string_view key) {
    if (seen)
      refuse(file_, fmt::format("the header key {} twice", in_quotes(key)), "every key once");
    seen = true;
  }

  // A string without escapes: no name of the format needs one.
  std::string_view string() {
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      fail("a string in quotes");
    const auto begin = ++position_;
    while (position_ < text_.size() && text_[position_] != quote) {
      if (text_[position_] == '\\')
        fail("a string without escapes");
      ++position_;
    }
    if (position_ == text_.size())
      fail("a closing quote");
    return text_.substr(begin, position_++ - begin);
  }

  std::string_view word() {
    skip_space();
    for (const std::string_view name : {"True", "False"})
      if (text_.substr(position_).starts_with(name)) {
        position_ += name.size();
        return name;
      }
    fail("True or False");
  }

  // (), (3,), (3, 4) and (3, 4,) but not (3): that is a number in brackets.
  Shape tuple() {
    Shape shape;
    expect('(');
    bool comma = true;
    while (!accept(')')) {
      if (!comma)
        fail("a comma between extents");
      if (shape.size() == most_axes)
        refuse(file_, fmt::format("a shape of more than {} extents", most_axes), "fewer extents");
      shape.push_back(extent());
      comma = accept(',');
    }
    if (shape.size() == 1 && !comma)
      fail("a tuple: (3,) rather than (3)");
    return shape;
  }

  std::int64_t extent() {
    if (peek() == '-')
      refuse(file_, "a negative extent in the shape", "extents of at least 0");
    std::int64_t value = 0;
    const char* begin = text_.data() + position_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range)
      refuse(file_, "an extent of 2^63 or more in the shape", "a shape whose array is smaller than 2^63 bytes");
    if (error != std::errc() || (*begin == '0' && end - begin > 1))
      fail("an extent");
    position_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  bool accept(char wanted) {
    if (peek() != wanted)
      return false;
    ++position_;
    return true;
  }

  void expect(char wanted) {
    if (!accept(wanted))
      fail(fmt::format("'{}'", wanted));
  }

  // The next character after white space; '\0', which no header holds, at the end.
  char peek() {
    skip_space();
    return position_ < text_.size() ? text_[position_] : '\0';
  }

  void skip_space() {
    constexpr std::string_view space = " \t\r\n";
    while (position_ < text_.size() && space.find(text_[position_]) != space.npos)
      ++position_;
  }

  [[noreturn]] void fail(std::string_view expected) const {
    const auto rest = text_.substr(position_);
    const auto got = rest.empty() ? std::string("its end") : in_quotes(rest, 24);
    refuse(file_, fmt::format("a header that is no dictionary of the format: {} at byte {} of it", got, position_),
           expected);
  }

  const FileArgument& file_;
  std::string_view text_;
  std::size_t position_ = 0;
  bool seen_descr_ = false, seen_order_ = false, seen_shape_ = false;
};

} // namespace

NpyHeader parse_npy_header(const FileArgument& file, std::string_view text) { return HeaderParser(file, text).parse(); }

} // namespace xeforge::arrays
