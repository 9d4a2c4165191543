"""`python3 setup run|test|bench|docs`: install what that needs, once. The Makefile calls it; people call make.

These lines are read by any Python, so that an old one is told its age and not a syntax error.
"""

import os
import sys

if sys.version_info < (3, 11):
    sys.exit("Sixfold needs Python 3.11 or newer, and this is %s. Try: make PYTHON=python3.12" % sys.version.split()[0])

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from setup.steps import main

main(sys.argv[1:])
