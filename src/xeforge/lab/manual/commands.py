"""The commands of a program as its --help describes them: the one source of manual pages and completions."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Entry:
    """One line of a list: an option, an argument, or a subcommand."""

    left: str  # as printed: "-o,--output FILE REQUIRED"
    text: str

    @property
    def names(self) -> list[str]:
        """-o and --output of an option; else the first word."""
        return [name for name in self.left.split()[0].split(",") if name]

    @property
    def takes_value(self) -> bool:
        return len(self.left.split()) > 1

    @property
    def choices(self) -> list[str]:
        """What may follow, where the help lists all of it behind the text: (a, b, c)."""
        listed = re.search(r"\(([\w.-]+(?:, [\w.-]+)*)\)$", self.text)
        return listed[1].split(", ") if listed and self.left.split()[1] == "NAME" else []


@dataclass
class Command:
    words: list[str]  # ["xeforge", "run"]
    description: str = ""
    usage: str = ""
    lists: dict[str, list[Entry]] = field(default_factory=dict)  # by title: Options, Subcommands, ...
    examples: list[str] = field(default_factory=list)
    subcommands: list[Command] = field(default_factory=list)

    @property
    def options(self) -> list[Entry]:
        return [entry for entries in self.lists.values() for entry in entries if entry.left.startswith("-")]

    def every(self) -> list[Command]:
        return [self, *(below for command in self.subcommands for below in command.every())]


def read_help(words: list[str], text: str) -> Command:
    """The parts of what CLI11 prints."""
    command, title, description = Command(words), "", []
    for line in text.splitlines():
        if line.startswith("Usage: "):
            command.usage, title = line.removeprefix("Usage: "), "usage"
        elif re.fullmatch(r"[A-Z][^\n]*:", line) and title:
            title = line[:-1]
            if title != "Examples":
                command.lists[title] = []
        elif title == "Examples":
            command.examples.append(line.strip())
        elif not title:
            description.append(line.strip())
        elif title in command.lists and (found := re.fullmatch(r"  (\S.*?)(?:\s{2,}(\S.*))?", line)):
            command.lists[title].append(Entry(found[1], found[2] or ""))
        elif title in command.lists and line.strip() and command.lists[title]:
            entry = command.lists[title][-1]
            entry.text = f"{entry.text} {line.strip()}".strip()
    command.description = " ".join(filter(None, description))
    command.examples = [example for example in command.examples if example]
    return command


def for_every_machine(text: str, targets: list[str]) -> str:
    """Without what the help says of the machine that it is asked on: its threads, and its instruction sets alone."""
    text = re.sub(r"\(all \d+ if not given\)", "(all of the machine if not given)", text)
    return re.sub(r"(instruction set.*) \(v3(?:, v4\w*)*\)", rf"\1 ({', '.join(targets)})", text)


def targets_of(program: Path) -> list[str]:
    """Every instruction set that the program has code for."""
    text = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"v\d\w*", re.search(r"^instruction sets\s+(.*)$", text, re.M)[1])


def help_of(program: Path, words: list[str]) -> str:
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout


def read_commands(program: Path, words: list[str], targets: list[str]) -> Command:
    """The command with all that are below it."""
    command = read_help(words, help_of(program, words[1:]))
    for entry in command.options:
        entry.text = for_every_machine(entry.text, targets)
    for title, entries in command.lists.items():
        if title == "Subcommands":
            command.subcommands = [read_commands(program, [*words, entry.names[0]], targets) for entry in entries]
    return command
