"""`python -m xeforge ...` is the command line `xeforge ...`."""

from ._program import main

main()
