"""The speed of the kernel, measured: `python -m bench.kernel`."""
