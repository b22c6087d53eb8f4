"""The command line, ``wordchipper-lab``.

`app` collects the commands and turns errors into exit codes; each command group has its own file. Everything
slow (numba, NumPy, rich, the dashboard) is imported inside the command that needs it, so ``--help`` is quick.
"""
