#include "xeforge/files/standard_streams.hpp"

#include <initializer_list>

#include <fcntl.h>
#include <unistd.h>

namespace xeforge::files {

void open_missing_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0)
      // The lowest free number: this one. Read only, so that a write does not get lost in silence.
      static_cast<void>(::open("/dev/null", O_RDONLY));
}

} // namespace xeforge::files
