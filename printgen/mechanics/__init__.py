"""Game mechanics: one package each, with its models, computation, checks and views."""
