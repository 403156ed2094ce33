"""Disputes as they are told: a position put together from facts, the moves replayed, the question asked."""
