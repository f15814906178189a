"""What the words around a figure say of it: bounds apart, negations, directions, multiples, rates."""
