"""The kernel of the adjudicator. It knows no game: rules, decisions, forks, replay, deciding articles."""
