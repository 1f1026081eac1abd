-- When a location is open, by the clock on its own wall. A weekday without a row is closed; one with several rows closes in
-- between. A location without any row has not said.
CREATE TABLE opening_hours (
  location_id integer NOT NULL REFERENCES locations ON DELETE CASCADE,
  -- As ISO counts: 1 is Monday, 7 is Sunday. The day on which it opens.
  weekday smallint NOT NULL,
  opens time NOT NULL,
  -- Not later than it opens: on the next day. 24:00 is the midnight that ends the day.
  closes time NOT NULL,
  PRIMARY KEY (location_id, weekday, opens),
  CONSTRAINT opening_hours_weekday_known CHECK (weekday BETWEEN 1 AND 7),
  CONSTRAINT opening_hours_opens_within_the_day CHECK (opens < '24:00'),
  CONSTRAINT opening_hours_not_empty CHECK (closes <> opens)
);

-- Days on which a location is closed whatever its hours are: holidays, stocktaking.
CREATE TABLE closed_days (
  location_id integer NOT NULL REFERENCES locations ON DELETE CASCADE,
  day date NOT NULL,
  reason text NOT NULL DEFAULT '',
  PRIMARY KEY (location_id, day),
  CONSTRAINT closed_days_reason_bounded CHECK (length(reason) <= 200)
);
