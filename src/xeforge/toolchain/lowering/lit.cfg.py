# How lit runs the tests of the passes: the .ll files in this folder and below.
#
#   ; RUN: %opt -passes=keep-shifts %s | %check
#
# opt verifies the IR after each pass, and that a pass that says it changed nothing did not. %check is FileCheck, or
# update_checks.py with the parameter `update`.
import os
import sys

import lit.formats

parameters = lit_config.params
folder = os.path.dirname(os.path.abspath(__file__))
tools = parameters["tools"]

config.name = "passes of xeforge-lower"
config.suffixes = [".ll"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = folder
config.test_exec_root = parameters["scratch"]
config.environment["PATH"] = tools + os.pathsep + config.environment["PATH"]

checks = f"FileCheck --implicit-check-not=': got ' %s"
if "update" in parameters:
    checks = f"{sys.executable} {folder}/update_checks.py %s"
config.substitutions += [
    ("%opt", f"{parameters['opt']} -S -verify-each -verify-analysis-invalidation"),
    ("%check", checks),
]
