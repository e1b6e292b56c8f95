"""xeforge.distributed with real processes: over mpi4py where there is an mpirun, over torch where torch is installed."""

import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import xeforge
import xeforge.distributed as distributed

MPIRUN = shutil.which("mpirun", path="/usr/bin:/usr/local/bin")
TASKS = ("results", "bias", "layouts", "dispatch", "bytes", "choice", "copies", "mistakes")
SECONDS = 30.0  # in which all ranks have ended after a fault, from the fault on

over_mpi = pytest.mark.skipif(MPIRUN is None, reason="no mpirun in /usr/bin")
# mpirun looks for its own programs and for ssh.
ENVIRONMENT = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/local/bin:/usr/bin:/bin", "OMP_NUM_THREADS": "1",
               "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def mpirun(ranks, *words):
    command = [MPIRUN, "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n", str(ranks), sys.executable, "-m", "mpi4py",
               "ranks_program.py", *words]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, timeout=600)


def gloo(ranks, *words):
    """Processes of torch: [(exit code, output)], in the order of their ranks."""
    with tempfile.TemporaryDirectory() as folder:
        started = [subprocess.Popen([sys.executable, "ranks_program.py", *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    env={**ENVIRONMENT, "RANKS_FOLDER": folder, "RANK": str(rank), "RANKS": str(ranks),
                                         "GLOO_SOCKET_IFNAME": "lo"}) for rank in range(ranks)]
        try:
            return [(process.wait(600), process.stdout.read()) for process in started]
        finally:
            for process in started:
                process.kill()
                process.stdout.close()


def test_shards_cover_every_position_once():
    for shards in ("contiguous", "zigzag"):
        for ranks in (1, 2, 3, 8):
            for length in (0, 5, 64, 101):
                parts = [part for rank in range(ranks) for part in distributed.shard_of(length, ranks, rank, shards)]
                assert sorted(position for part in parts for position in range(part.start, part.stop)) == list(range(length))
    assert [len(distributed.shard_of(8, 2, 1, shards)) for shards in ("contiguous", "zigzag")] == [1, 2]


@pytest.mark.parametrize("arguments, argument", [((-1, 2, 0), "length"), ((8, 0, 0), "ranks"), ((8, 2, 2), "rank"),
                                                 ((8, 2, -1), "rank"), ((8, 2, 0, "spiral"), "shards")])
def test_shards_that_cannot_be(arguments, argument):
    with pytest.raises(xeforge.ArgumentError) as caught:
        distributed.shard_of(*arguments)
    assert caught.value.argument == argument


@pytest.mark.parametrize("name", ["attention", "shard_of", "softmax_topk"])
def test_help_describes_what_comes_to_the_arguments_of_one_process(name):
    function = getattr(distributed, name)
    text, known = inspect.getdoc(function), inspect.signature(getattr(xeforge, name, lambda: None)).parameters
    for argument in inspect.signature(function).parameters:
        assert argument in text or argument in known, argument
    assert "Returns" in text and "Raises" in text
    assert set(known) <= set(inspect.signature(function).parameters)


def test_neither_mpi_nor_torch_is_imported_before_it_is_there():
    code = "import sys, xeforge.distributed; print([name for name in ('mpi4py', 'torch', 'numpy') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def programs_on_pages(import_line):
    texts = [Path("pages", page).read_text() for page in ("ranks.md", "guide.md")]
    blocks = [block.partition("```")[0] for text in texts for block in text.split("```python\n")[1:]]
    return [block for block in blocks if "xeforge.distributed" in block and import_line in block]


def command_on_page(start):
    """How docs/guide/more-than-one-machine.md says that a program is started."""
    [command] = [line for line in Path("pages/ranks.md").read_text().splitlines() if line.startswith(start) and line.endswith("program.py")]
    return command.split()


def run_on_page(words, folder, program):
    (folder / "program.py").write_text(program)
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=600,
                          env={**ENVIRONMENT, "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"})


@over_mpi
def test_programs_on_pages_over_mpi4py(tmp_path):
    programs = programs_on_pages("from mpi4py import MPI")
    assert len(programs) == 2
    four = command_on_page("mpirun ")
    one = four[four.index("python"):]
    for program in programs:
        for words in (one, four):
            done = run_on_page(words, tmp_path, program)
            assert done.returncode == 0, done.stdout + done.stderr


def test_programs_on_pages_over_torch(tmp_path):
    pytest.importorskip("torch", reason="torch is not installed: ./forge test-frameworks")
    programs = programs_on_pages("import torch.distributed")
    assert len(programs) == 1
    done = run_on_page(command_on_page("torchrun "), tmp_path, programs[0])
    assert done.returncode == 0, done.stdout + done.stderr


@over_mpi
@pytest.mark.parametrize("ranks", [1, 2, 3, 4, 8])
def test_over_mpi4py(ranks):
    done = mpirun(ranks, *TASKS)
    assert done.returncode == 0 and "done " + " ".join(TASKS) in done.stdout, done.stdout + done.stderr


@over_mpi
def test_a_killed_rank_of_mpi4py_ends_all():
    done = mpirun(4, "fault")
    ended = time.time()
    killed = float(re.search("killed ([0-9.]+)", done.stdout)[1])
    assert done.returncode != 0 and "result" not in done.stdout, done.stdout
    assert re.search("rank 3 with PID [0-9]+ on node .* exited on signal 9", done.stderr), done.stderr
    assert ended - killed < SECONDS, ended - killed


@over_mpi
def test_a_rank_of_mpi4py_that_waits_can_be_interrupted():
    done = mpirun(2, "interrupt")
    assert done.returncode != 0 and "interrupted" in done.stdout and "KeyboardInterrupt" in done.stderr, done.stdout + done.stderr


@pytest.mark.parametrize("ranks", [1, 2, 4])
def test_over_process_groups_of_torch(ranks):
    pytest.importorskip("torch", reason="torch is not installed: ./forge test-frameworks")
    for rank, (code, output) in enumerate(gloo(ranks, *TASKS)):
        assert code == 0 and ("done" in output) == (rank == 0), output


def test_a_killed_rank_of_torch_is_an_error_on_its_neighbours():
    pytest.importorskip("torch", reason="torch is not installed: ./forge test-frameworks")
    results = gloo(2, "fault")
    killed = float(re.search("killed ([0-9.]+)", results[1][1])[1])
    assert results[0][0] == 3 and results[1][0] == -9, results
    assert float(re.search("error ([0-9.]+)", results[0][1])[1]) - killed < SECONDS, results
