"""A report proven again from the texts alone, by code that shares nothing with the reader and the matcher."""
