"""What carries the messages of xeforge.distributed: communicators of mpi4py, and process groups of torch.

A transport has rank, ranks and ranks_here (how many of them are on this machine), and
    send(memory, to), receive(memory, from_rank)    begin; memory is a memoryview of bytes that stays until wait or abandon
    wait(), poke()                                  until all that has begun is done; help it along
    abandon()                                       after a failure: nothing may touch the memory any more
The compiled part calls these. Neither mpi4py nor torch is imported here before an object of theirs is there.
"""

from __future__ import annotations

import resource
import socket
import time
import zlib
from datetime import timedelta
from typing import Any

from ._arrays import ArgumentError, ArgumentTypeError

_TAG = 1723  # of our messages in torch's groups, beside those of the caller
_LARGEST = 1 << 30  # bytes of one message: MPI counts with 31 bits


def _parts(memory: memoryview) -> list[memoryview]:
    return [memory[first : first + _LARGEST] for first in range(0, len(memory), _LARGEST)]


class _Kept:
    """A copy of a communicator of mpi4py, so that no message meets one of the caller's."""

    def __init__(self, mpi: Any, communicator: Any):
        self.communicator = communicator.Dup()
        here = self.communicator.Split_type(mpi.COMM_TYPE_SHARED)
        self.ranks_here = here.Get_size()
        here.Free()
        self.next_tag = 0
        self._turns_lost = 0
        self._last_lost = -1.0

    def is_processor_shared(self, now: float) -> bool:
        """Whether the system has given this thread's processor to another one in the last 0.1 s."""
        turns_lost = resource.getrusage(resource.RUSAGE_THREAD).ru_nivcsw
        if turns_lost != self._turns_lost:
            self._turns_lost, self._last_lost = turns_lost, now
        return now - self._last_lost < 0.1


_key: int | None = None  # by which mpi4py keeps an object with a communicator


def _kept_with(mpi: Any, communicator: Any) -> _Kept:
    """Made at the first call, which takes several rounds of messages, and freed with the caller's communicator."""
    global _key
    if _key is None:
        _key = mpi.Comm.Create_keyval(delete_fn=lambda _communicator, _keyval, kept: kept.communicator.Free())
    kept = communicator.Get_attr(_key)
    if kept is None:
        kept = _Kept(mpi, communicator)
        communicator.Set_attr(_key, kept)
    return kept


class _Mpi:
    """Over a copy of a communicator. Each call has a tag of its own: what one that failed has left is no message of the next one."""

    def __init__(self, communicator: Any):
        from mpi4py import MPI

        if communicator == MPI.COMM_NULL:
            raise ArgumentError("comm", "MPI.COMM_NULL", "a communicator of one group")
        if communicator.Is_inter():
            raise ArgumentError("comm", "one of two groups", "a communicator of one group")
        self._mpi = MPI
        self._kept = _kept_with(MPI, communicator)
        self._communicator = self._kept.communicator
        self._tag = self._kept.next_tag
        self._kept.next_tag = (self._tag + 1) % 32768  # so many every MPI has
        self._begun: list[Any] = []
        self.rank, self.ranks = self._communicator.Get_rank(), self._communicator.Get_size()
        self.ranks_here = self._kept.ranks_here

    def send(self, memory: memoryview, to: int) -> None:
        for part in _parts(memory):
            self._begun.append(self._communicator.Isend([part, self._mpi.BYTE], dest=to, tag=self._tag))

    def receive(self, memory: memoryview, from_rank: int) -> None:
        for part in _parts(memory):
            self._begun.append(self._communicator.Irecv([part, self._mpi.BYTE], source=from_rank, tag=self._tag))

    def wait(self) -> None:
        # As distributed/mpi/channel.cpp does, and for the same reason: beside programs that compute it sleeps between its questions.
        begin = time.monotonic()
        while not self._mpi.Request.Testall(self._begun):
            now = time.monotonic()
            if now - begin > 0.0001 and self._kept.is_processor_shared(now):
                time.sleep(min((now - begin) / 8, 0.0002))
        self._begun.clear()

    def poke(self) -> None:
        self._mpi.Request.Testall(self._begun)

    def abandon(self) -> None:
        for request in self._begun:
            if request != self._mpi.REQUEST_NULL:
                request.Cancel()
                request.Free()
        self._begun.clear()


class _Torch:
    """Over a process group of torch, by the backend that it has for the CPU: gloo."""

    def __init__(self, group: Any):
        import torch
        import torch.distributed as distributed

        self._torch, self._distributed, self._group = torch, distributed, group
        self.rank, self.ranks = distributed.get_rank(group), distributed.get_world_size(group)
        if self.rank < 0:
            raise ArgumentError("comm", "a group that this process is not in", "a group of this process")
        if "cpu:gloo" not in str(distributed.get_backend_config(group)):
            raise ArgumentError("comm", f"a group of {distributed.get_backend(group)}", "a group whose backend for CPUs is gloo")
        self._begun: list[Any] = []
        machine = torch.tensor([zlib.crc32(socket.gethostname().encode())])
        machines = [torch.empty_like(machine) for _ in range(self.ranks)]
        distributed.all_gather(machines, machine, group=group)
        self.ranks_here = sum(int(other) == int(machine) for other in machines)

    def _bytes(self, memory: memoryview) -> Any:
        return self._torch.frombuffer(memory, dtype=self._torch.uint8)

    def _global(self, rank: int) -> int:
        return self._distributed.get_global_rank(self._group, rank)

    def send(self, memory: memoryview, to: int) -> None:
        for part in _parts(memory):
            self._begun.append(self._distributed.isend(self._bytes(part), self._global(to), group=self._group, tag=_TAG))

    def receive(self, memory: memoryview, from_rank: int) -> None:
        for part in _parts(memory):
            self._begun.append(self._distributed.irecv(self._bytes(part), self._global(from_rank), group=self._group, tag=_TAG))

    def wait(self) -> None:
        for work in self._begun:
            work.wait()
        self._begun.clear()

    def poke(self) -> None:
        pass  # gloo has a thread of its own

    def abandon(self) -> None:
        for work in self._begun:
            try:
                work.wait(timedelta(seconds=1))  # where that is too short, gloo closes the connection
            except Exception:  # noqa: BLE001: what broke the first message is reported, not what it did to others
                pass
        self._begun.clear()


def transport_of(comm: Any) -> _Mpi | _Torch:
    """Collective. What is wrong with comm itself no other rank can be told."""
    for kind in type(comm).__mro__:
        if kind.__module__.partition(".")[0] == "mpi4py" and kind.__name__ == "Comm":
            return _Mpi(comm)
        if kind.__module__.partition(".")[0] == "torch" and kind.__name__ == "ProcessGroup":
            return _Torch(comm)
    raise ArgumentTypeError("comm", f"an object of type {type(comm).__name__}", "a communicator of mpi4py or a process group of torch.distributed")
