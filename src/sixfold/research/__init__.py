"""Both games for research programs: PettingZoo, Gymnasium, a batch environment on the kernel, OpenSpiel.

Adapters only: every rule, move and view comes from the rules library. Each module needs its own library, all of them
in the extra `research`; nothing here is imported by the rest of Sixfold.
"""
