#include "xeforge/arrays/output_arrays.hpp"

#include "xeforge/arrays/array_file.hpp"
#include "xeforge/arrays/input_file.hpp"

namespace xeforge::arrays {

// The file, in which everything but the elements is written.
static std::size_t begin_file(files::OutputFiles& files, const ArrayLocation& location, const std::string& preamble) {
  const std::size_t file = files.add(location.file.path, location.file.argument);
  files.write(file, preamble);
  return file;
}

Array& OutputArrays::add(const std::string& option, const std::string& location, DType dtype, const Shape& shape) {
  std::optional<std::size_t> file;
  if (!location.empty()) {
    const ArrayLocation place = array_location(option, location);
    file = begin_file(files_, place, preamble(place, dtype, shape));
  }
  return outputs_.emplace_back(Array(dtype, shape), file).array;
}

OutputArrays::Reserved OutputArrays::reserve(const std::string& option, const std::string& location, DType dtype,
                                             const Shape& shape) {
  const ArrayLocation place = array_location(option, location);
  const std::string before = preamble(place, dtype, shape);
  const std::size_t file = begin_file(files_, place, before);
  const std::uint64_t bytes = byte_size(dtype, shape).value();
  files_.extend(file, bytes);
  return {std::filesystem::absolute(files_.aside(file)), before.size(), bytes};
}

void OutputArrays::commit() {
  for (const Output& output : outputs_)
    if (output.file)
      files_.write(*output.file, output.array.bytes());
  require_unchanged_inputs();
  files_.commit();
}

} // namespace xeforge::arrays
