"""`python -m xeforge ...` is the command line `xeforge ...`."""

from ._program import main

if __name__ == "__main__":  # tools that import every module run nothing
    main()
