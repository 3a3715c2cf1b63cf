"""The mutation test of a game: its rules are changed, one number, die, unit or row at a time, and
each place that prints what was changed must move, or a check must fail.

What survives is a number in a text that nothing binds to the rules.
"""
