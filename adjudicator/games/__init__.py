"""The games: state, moves and rules of each."""
