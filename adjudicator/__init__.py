"""The adjudicator: replays a described situation and says which article decides it."""
