"""Completions for bash, zsh and fish. What follows a word is one table; each shell gets it in its own words."""

from __future__ import annotations

import shlex

from commands import Command, Entry


def key(command: Command) -> str:
    return " ".join(command.words)


def candidates(command: Command) -> list[str]:
    return [below.words[-1] for below in command.subcommands] + [name for option in command.options for name in option.names]


def with_choices(command: Command) -> list[Entry]:
    return [option for option in command.options if option.choices]


def with_other_values(command: Command) -> list[Entry]:
    return [option for option in command.options if option.takes_value and not option.choices]


def patterns(command: Command, options: list[Entry]) -> str:
    return " | ".join(shlex.quote(f"{key(command)} {name}") for option in options for name in option.names)


def path_patterns(program: Command) -> str:
    return " | ".join(shlex.quote(key(command)) for command in program.every()[1:])


def value_cases(program: Command, choose, anything: str) -> list[str]:
    """The cases of "PATH OPTION" for the word behind an option; choose makes a line of choices."""
    lines = []
    for command in program.every():
        for option in with_choices(command):
            lines.append(f"    {patterns(command, [option])}) {choose(option.choices)} ;;")
        if others := with_other_values(command):
            lines.append(f"    {patterns(command, others)}) {anything} ;;")
    return lines


def word_cases(program: Command) -> list[str]:
    return [f"    {shlex.quote(key(command))}) candidates={shlex.quote(' '.join(candidates(command)))} ;;" for command in program.every()]


def bash(program: Command) -> str:
    name = program.words[0]
    return "\n".join([
        f"# Completion of {name} for bash, made from its --help.",
        f"_{name}() {{",
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} candidates= i",
        f"  local place={name}",
        "  for ((i = 1; i < COMP_CWORD; ++i)); do",
        "    case \"$place ${COMP_WORDS[i]}\" in",
        f"    {path_patterns(program)}) place+=\" ${{COMP_WORDS[i]}}\" ;;",
        "    esac",
        "  done",
        "  COMPREPLY=()",
        "  case \"$place $before\" in",
        *value_cases(program, lambda choices: f"mapfile -t COMPREPLY < <(compgen -W {shlex.quote(' '.join(choices))} -- \"$word\"); return", "return"),
        "  esac",
        "  case $place in",
        *word_cases(program),
        "  esac",
        "  mapfile -t COMPREPLY < <(compgen -W \"$candidates\" -- \"$word\")",
        "}",
        f"complete -o default -F _{name} {name}",
    ]) + "\n"


def zsh(program: Command) -> str:
    name = program.words[0]
    return "\n".join([
        f"#compdef {name}",
        f"# Completion of {name} for zsh, made from its --help.",
        f"local place={name} before=$words[CURRENT-1] candidates= i",
        "for ((i = 2; i < CURRENT; ++i)); do",
        "  case \"$place $words[i]\" in",
        f"    {path_patterns(program)}) place+=\" $words[i]\" ;;",
        "  esac",
        "done",
        "case \"$place $before\" in",
        *value_cases(program, lambda choices: f"compadd -- {' '.join(map(shlex.quote, choices))}; return", "_files; return"),
        "esac",
        "case $place in",
        *word_cases(program),
        "esac",
        "compadd -- ${=candidates}",
        "[[ $words[CURRENT] == -* ]] || _files",
    ]) + "\n"


def fish(program: Command) -> str:
    name = program.words[0]
    lines = [
        f"# Completion of {name} for fish, made from its --help.",
        f"function __{name}_is_at --description 'whether the words so far name this command'",
        f"    set --local place {name}",
        "    for word in (commandline --tokenize --cut-at-cursor --current-process)[2..]",
        "        switch \"$place $word\"",
        f"            case {' '.join(shlex.quote(key(command)) for command in program.every()[1:])}",
        "                set place \"$place $word\"",
        "        end",
        "    end",
        "    test \"$place\" = \"$argv\"",
        "end",
    ]
    for command in program.every():
        at = f"complete --command {name} --condition {shlex.quote(f'__{name}_is_at {key(command)}')}"
        for below in command.subcommands:
            lines.append(f"{at} --arguments {below.words[-1]} --description {shlex.quote(below.description)}")
        for option in command.options:
            names = " ".join(f"--long-option {each[2:]}" if each.startswith("--") else f"--short-option {each[1:]}" for each in option.names)
            value = f" --exclusive --arguments {shlex.quote(' '.join(option.choices))}" if option.choices else " --require-parameter" if option.takes_value else ""
            lines.append(f"{at} {names}{value} --description {shlex.quote(option.text)}")
    return "\n".join(lines) + "\n"
