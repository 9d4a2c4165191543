"""Sixfold: a home for Qwirkle and Qwirkle Cards."""

__version__ = "0.2.0.dev0"
