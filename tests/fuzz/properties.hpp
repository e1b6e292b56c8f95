// What must hold of the array readers for any bytes at all: the fuzzers look for bytes that break it, and a unit test
// replays the corpus.
#pragma once

#include <cstddef>
#include <span>

namespace xeforge::fuzz {

// The reader either refuses with one printable line that names the argument and the path, or returns a layout within
// the bytes; a layout written again is read as the same type and shape. Aborts the program where this does not hold.
void check_npy(std::span<const std::byte> bytes);
void check_safetensors(std::span<const std::byte> bytes); // the tensor "scores", and where there is none the name ""

} // namespace xeforge::fuzz
