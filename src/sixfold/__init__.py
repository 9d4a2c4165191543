"""Sixfold: a home for Qwirkle and Qwirkle Cards."""

__version__ = "0.1.0"
