"""The engine for browsers: its kernels as WebAssembly, vocabularies as files, and what is made of them."""
