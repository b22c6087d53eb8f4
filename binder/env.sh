# Read by postBuild and by start: the kernels compiled into the image are found again only if both agree.
# Images are built on one machine and run on others, so nothing may be compiled for the builder's own processor.
# "generic" costs about a fifth of the throughput; the CPU's name alone would not do, its features are part of the key.
export NUMBA_CPU_NAME=generic
