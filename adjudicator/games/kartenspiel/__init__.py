"""The old card game for two (1996–2004), with its variants and theme sets."""
