// Standard streams that the caller of the program closed.
#pragma once

namespace xeforge::files {

// A file opened later would get the number of a closed stream, and what is printed would land in it. Opens something
// under each missing number: reading from standard input gives nothing, writing to the others fails.
void open_missing_standard_streams();

} // namespace xeforge::files
