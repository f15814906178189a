"""One case from end to end: its texts read, its verdicts and its report."""
