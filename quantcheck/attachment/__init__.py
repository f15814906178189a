"""Right number, wrong thing: whether a figure stands in the passages with what the answer says of it.

`words` and `pages` say what stands where, `division` and `cells` whose it is, `evidence` finds it by word, `decision`
weighs it, and `comparison` does all of that for a case.
"""
