-- Counts of events by hour and by day, for people: what was asked, paid, refused, and how long it took.
CREATE TABLE counts (
  name text COLLATE "C" NOT NULL,
  -- Hours: 1 or 24.
  span int8 NOT NULL,
  -- When the span began, in milliseconds since the epoch.
  start int8 NOT NULL,
  key text COLLATE "C" NOT NULL,
  count int8 NOT NULL,
  PRIMARY KEY (name, span, start, key)
);
