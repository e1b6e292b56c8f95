"""Manual pages in troff's man macros."""

from __future__ import annotations

from commands import Command


def escape(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith((".", "'")) else text


def heading(words: list[str], version: str, description: str) -> list[str]:
    name = "-".join(words)
    return [f'.TH {name.upper().replace("-", chr(92) + "-")} 1 "" "xeforge {version}" "User Commands"', ".SH NAME",
            f"{escape(name)} \\- {escape(description)}"]


def lists_of(command: Command, section: str) -> list[str]:
    lines = []
    for title, entries in command.lists.items():
        if title == "Subcommands" and section == ".SS":
            continue
        if section == ".SS":
            lines += [".PP", f".I {escape(title)}"]
        else:
            lines += [f".SH {escape(title.upper())}"]
        for entry in entries:
            lines += [".TP", f".B {escape(entry.left)}", escape(entry.text) or "\\&"]
    return lines


def examples_of(command: Command) -> list[str]:
    if not command.examples:
        return []
    return [".PP", ".nf", ".RS", *map(escape, command.examples), ".RE", ".fi"]


def first_sentence(text: str) -> str:
    return text.split(". ")[0].removesuffix(".")


def page(command: Command, version: str) -> str:
    """One command, and what is below it in sections of the same page."""
    lines = heading(command.words, version, first_sentence(command.description))
    lines += [".SH SYNOPSIS", f".B {escape(command.usage)}", ".SH DESCRIPTION", escape(command.description)]
    lines += lists_of(command, ".SH")
    for below in command.subcommands:
        for each in below.every():
            lines += [f'.SH "{escape(" ".join(each.words).upper())}"', escape(each.description), ".PP", f".B {escape(each.usage)}"]
            lines += lists_of(each, ".SS") + examples_of(each)
    if command.examples:
        lines += [".SH EXAMPLES", *examples_of(command)]
    return "\n".join(lines) + "\n"


def overview(program: Command, version: str) -> str:
    """The program itself: its commands have pages of their own."""
    lines = heading(program.words, version, first_sentence(program.description))
    lines += [".SH SYNOPSIS", f".B {escape(program.usage)}", ".SH DESCRIPTION", escape(program.description), ".PP",
              "Every command has a page of its own, named after it, and \\fB\\-\\-help\\fR with the same text."]
    lines += lists_of(program, ".SH")
    lines += [".SH EXIT STATUS", "0: success. 1: a check failed. 2: bad input, said in one line on standard error."]
    lines += [".SH EXAMPLES", *examples_of(program), ".SH SEE ALSO"]
    lines += [", ".join(f"\\fB{escape('-'.join(command.words))}\\fR(1)" for command in program.subcommands)]
    return "\n".join(lines) + "\n"


def plain_page(name: str, description: str, text: str, version: str) -> str:
    """A program whose help is text alone."""
    lines = heading([name], version, description)
    lines += [".SH SYNOPSIS", f".B {escape(name)}", "[\\fIOPTION\\fR...]", ".SH DESCRIPTION", ".nf", *map(escape, text.splitlines()), ".fi"]
    return "\n".join(lines) + "\n"
