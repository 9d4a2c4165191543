"""Both games for research programs: PettingZoo, Gymnasium, a batch environment on the kernel, OpenSpiel.

These modules are adapters only: every rule, move and view comes from the rules library. Each module needs its own
library; the extra `research` installs all of them. The rest of Sixfold imports nothing from here.
"""
