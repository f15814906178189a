"""Values of stated equations, and short computations that explain a figure which stands nowhere."""
