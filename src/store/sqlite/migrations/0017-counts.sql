-- Counts of events by hour and by day, for people: what was asked, paid, refused, and how long it took.
CREATE TABLE counts (
  name TEXT NOT NULL,
  -- Hours: 1 or 24.
  span INTEGER NOT NULL,
  -- When the span began, in milliseconds since the epoch.
  start INTEGER NOT NULL,
  key TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (name, span, start, key)
) STRICT, WITHOUT ROWID;
