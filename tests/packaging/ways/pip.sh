#!/usr/bin/env bash
# pip.sh WHERE DATA CONSUMER WHEELS: installs the one wheel of a folder into a new virtual environment, without a compiler and without any
# other package, and calls it.
set -euo pipefail
source "$(dirname "$0")/common.sh"
if [[ $where == bare ]]; then
  step "apt-get update" apt-get update
  step "apt-get install of python3-venv" system python3-venv
  for compiler in cc gcc clang; do
    ! command -v "$compiler" >/dev/null || fail "the bare root has $compiler"
  done
fi
echo "pip: $(python3 --version)"
step "python3 -m venv" python3 -m venv "$work/venv"
step "pip install" "$work/venv/bin/pip" --disable-pip-version-check install --no-index "$1"/xeforge-*.whl
# No compiler and nothing else is in the path.
step "a first call, import included" env -i PATH="$work/venv/bin" python - <<'END'
import math
from array import array

import xeforge

scores = memoryview(array("f", [0.0, 2.0, 1.0, -1.0, 3.0, 3.0, 0.0, 1.0])).cast("B").cast("f", [2, 4])
weights, indices = (memoryview(each).tolist() for each in xeforge.softmax_topk(scores, 2))
assert indices == [[1, 2], [0, 1]], indices
assert math.isclose(weights[0][0], 1 / (1 + math.exp(-1)), rel_tol=1e-6), weights

values = memoryview(array("f", [1.0, 0.0, 0.0, 1.0])).cast("B").cast("f", [1, 1, 2, 2])
out = memoryview(xeforge.attention(values, values, values)).tolist()
first = 1 / (1 + math.exp(-1 / math.sqrt(2)))
assert math.isclose(out[0][0][0][0], first, rel_tol=1e-5), out

row, weight = memoryview(array("f", [3.0, 4.0])).cast("B").cast("f", [1, 2]), array("f", [1.0, 2.0])
out = memoryview(xeforge.rms_norm(row, weight)).tolist()
assert math.isclose(out[0][1], 2 * 4 / math.sqrt(12.5 + 1e-6), rel_tol=1e-6), out
END
programs "$work/venv"
echo "pip: right"
