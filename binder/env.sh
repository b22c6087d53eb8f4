# Sourced by postBuild and by start: the kernels compiled into the image are found again only if both agree.
# Images are built on one machine and run on others, so nothing may be compiled for the builder's own processor.
# "generic" costs about a fifth of the throughput. The CPU's name alone would not be enough: its features are part of
# the cache key, too.
export NUMBA_CPU_NAME=generic
