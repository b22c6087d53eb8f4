"""The command line, ``wordchipper-lab``.

`app` gathers the commands and turns errors into exit codes; each command group has its file. Everything
slow (numba, NumPy, rich, the dashboard) is imported inside the command that needs it: ``--help`` is quick.
"""
