#include "xeforge/arrays/tensor_directory.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace xeforge::arrays {

namespace {

constexpr std::size_t most_axes = 64;
constexpr std::string_view metadata_name = "__metadata__";

// Takes the events of the JSON parser and builds the entries without a tree in between: a header may be 100 MB of
// somebody else's choosing, and a tree would keep its duplicate keys from being seen.
class DirectoryBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
  explicit DirectoryBuilder(const FileArgument& file) : file_(file) {}

  std::vector<TensorEntry> take() { return std::move(entries_); }

  bool start_object(std::size_t) override {
    if (place_ == Place::document)
      place_ = Place::names;
    else if (place_ == Place::entry)
      place_ = Place::fields;
    else if (place_ == Place::metadata)
      place_ = Place::metadata_keys;
    else
      misplaced("an object");
    return true;
  }

  bool end_object() override {
    if (place_ == Place::fields)
      finish_entry();
    place_ = place_ == Place::names ? Place::end : Place::names;
    return true;
  }

  bool key(string_t& name) override {
    if (place_ == Place::names)
      start_entry(name);
    else if (place_ == Place::metadata_keys)
      start_metadata(name);
    else
      start_field(name);
    return true;
  }

  bool string(string_t& text) override {
    if (place_ == Place::dtype)
      entries_.back().dtype = text;
    else if (place_ != Place::metadata_value)
      misplaced("a string");
    place_ = place_ == Place::dtype ? Place::fields : Place::metadata_keys;
    return true;
  }

  bool start_array(std::size_t) override {
    if (place_ == Place::shape)
      place_ = Place::extents;
    else if (place_ == Place::data_offsets)
      place_ = Place::offsets;
    else
      misplaced("a list");
    return true;
  }

  bool end_array() override {
    if (place_ == Place::offsets && offsets_.size() != 2)
      refuse(file_, fmt::format("{} data_offsets of the tensor {}", offsets_.size(), name()), "2, begin and end");
    place_ = Place::fields;
    return true;
  }

  bool number_unsigned(number_unsigned_t value) override {
    if (place_ == Place::extents)
      add_extent(value);
    else if (place_ == Place::offsets)
      add_offset(value);
    else
      misplaced("a number");
    return true;
  }

  bool number_integer(number_integer_t) override {
    if (place_ == Place::extents || place_ == Place::offsets)
      refuse(file_, fmt::format("a negative number in the tensor {}", name()), "extents and offsets of at least 0");
    misplaced("a number");
  }

  bool number_float(number_float_t, const string_t& text) override {
    if (place_ == Place::extents || place_ == Place::offsets)
      refuse(file_, fmt::format("the number {} in the tensor {}", in_quotes(text, 24), name()),
             "whole numbers smaller than 2^64");
    misplaced("a number");
  }

  bool null() override { misplaced("null"); }
  bool boolean(bool) override { misplaced("true or false"); }
  bool binary(binary_t&) override { misplaced("binary data"); }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception&) override {
    refuse(file_, fmt::format("a header that is no JSON: {} at byte {} of it", in_quotes(token, 24), position),
           "a JSON object in UTF-8");
  }

private:
  // Which value, or which key, comes next.
  enum class Place {
    document,
    names,
    entry,
    fields,
    dtype,
    shape,
    extents,
    data_offsets,
    offsets,
    metadata,
    metadata_keys,
    metadata_value,
    end
  };

  void start_entry(const std::string& name) {
    if (!names_.insert(name).second)
      refuse(file_, fmt::format("the name {} twice", in_quotes(name, 60)), "every name once");
    if (name == metadata_name) {
      place_ = Place::metadata;
      return;
    }
    entries_.emplace_back().name = name;
    offsets_.clear();
    fields_.clear();
    place_ = Place::entry;
  }

  void start_metadata(const std::string& key) {
    if (!metadata_keys_.insert(key).second)
      refuse(file_, fmt::format("the metadata key {} twice", in_quotes(key, 60)), "every key once");
    place_ = Place::metadata_value;
  }

  void start_field(const std::string& field) {
    if (field == "dtype")
      place_ = Place::dtype;
    else if (field == "shape")
      place_ = Place::shape;
    else if (field == "data_offsets")
      place_ = Place::data_offsets;
    else
      refuse(file_, fmt::format("the key {} in the tensor {}", in_quotes(field, 40), name()),
             "the keys dtype, shape and data_offsets");
    if (std::find(fields_.begin(), fields_.end(), place_) != fields_.end())
      refuse(file_, fmt::format("the key {} twice in the tensor {}", in_quotes(field), name()), "every key once");
    fields_.push_back(place_);
  }

  void finish_entry() {
    if (fields_.size() != 3)
      refuse(file_, fmt::format("the tensor {}, which lacks a key", name()), "the keys dtype, shape and data_offsets");
    entries_.back().begin = offsets_[0];
    entries_.back().end = offsets_[1];
  }

  void add_extent(std::uint64_t value) {
    auto& shape = entries_.back().shape;
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      refuse(file_, fmt::format("an extent of 2^63 or more in the tensor {}", name()),
             "a shape whose array is smaller than 2^63 bytes");
    if (shape.size() == most_axes)
      refuse(file_, fmt::format("more than {} extents in the tensor {}", most_axes, name()), "fewer extents");
    shape.push_back(static_cast<std::int64_t>(value));
  }

  void add_offset(std::uint64_t value) {
    if (offsets_.size() == 2)
      refuse(file_, fmt::format("more than 2 data_offsets of the tensor {}", name()), "2, begin and end");
    offsets_.push_back(value);
  }

  [[noreturn]] void misplaced(std::string_view what) const {
    const auto where = entries_.empty() ? std::string() : fmt::format(" at or after the tensor {}", name());
    refuse(file_, fmt::format("a header with {} out of place{}", what, where),
           R"({"NAME": {"dtype": TYPE, "shape": [...], "data_offsets": [BEGIN, END]}, ...})");
  }

  std::string name() const { return entries_.empty() ? "''" : in_quotes(entries_.back().name, 60); }

  const FileArgument& file_;
  Place place_ = Place::document;
  std::vector<TensorEntry> entries_;
  std::vector<Place> fields_;          // of the entry being read
  std::vector<std::uint64_t> offsets_; // of the entry being read
  std::unordered_set<std::string> names_, metadata_keys_;
};

} // namespace

std::vector<TensorEntry> parse_tensor_directory(const FileArgument& file, std::string_view json) {
  DirectoryBuilder builder(file);
  nlohmann::json::sax_parse(json.begin(), json.end(), &builder);
  return builder.take();
}

} // namespace xeforge::arrays
