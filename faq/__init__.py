"""The knowledge base: the rule books of the Catan card game family as searchable records."""
