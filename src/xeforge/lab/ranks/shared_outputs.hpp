// Output files that all ranks of a command write parts of: they appear whole, or not at all. Every rank has to see the
// folder.
#pragma once

#include "xeforge/arrays/output_arrays.hpp"
#include "xeforge/distributed/mpi/channel.hpp"
#include "xeforge/files/temporaries.hpp"

#include <memory>
#include <string>
#include <vector>

namespace xeforge::lab {

// Collective but for elements().
class SharedOutputs {
public:
  explicit SharedOutputs(distributed::MpiChannel& channel) : channel_(channel) {}
  ~SharedOutputs();
  SharedOutputs(const SharedOutputs&) = delete;
  SharedOutputs& operator=(const SharedOutputs&) = delete;

  // An output of that type and shape. Throws the Error of the rank that cannot write it, on all.
  std::size_t add(const std::string& option, const std::string& location, DType dtype, const arrays::Shape& shape);
  // Of the whole array, to be written in part.
  std::byte* elements(std::size_t output) { return mapped_[output]->elements; }
  // When every rank has written its parts.
  void commit();

private:
  struct Mapped {
    std::unique_ptr<files::Temporary> of_first; // on other ranks
    void* mapping = nullptr;
    std::size_t size = 0;
    std::byte* elements = nullptr;
    void unmap();
    ~Mapped() { unmap(); }
  };

  distributed::MpiChannel& channel_;
  arrays::OutputArrays files_; // rank 0's has the outputs
  std::vector<std::unique_ptr<Mapped>> mapped_;
};

} // namespace xeforge::lab
