"""How good the rankings are on judged queries."""
