"""Equations that an answer states, and short computations that explain a figure which stands nowhere."""
