-- Says that a till is in use at a location, and answers its id. An unknown till is registered. The answer is null when the
-- location has registered too many of late (a browser can make up ids), or when no till is named. A till without a name
-- belongs to where it was last used; a named one stays where it was named. Called within a sale, so a known till costs a look
-- at its row, and a write at most once a minute. Rule: workspace/tills.
CREATE OR REPLACE FUNCTION seen_till(p_till uuid, p_location integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_till tills;
BEGIN
  IF p_till IS NULL THEN
    RETURN NULL;
  END IF;
  SELECT * INTO v_till FROM tills WHERE id = p_till;
  IF NOT FOUND THEN
    INSERT INTO tills (id, location_id)
      SELECT p_till, p_location
       WHERE (SELECT count(*) FROM tills WHERE location_id = p_location AND first_seen_at > now() - interval '30 days') < 500
    ON CONFLICT DO NOTHING;
    RETURN (SELECT id FROM tills WHERE id = p_till);
  END IF;
  IF v_till.last_seen_at NOT BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp()
     OR (v_till.name IS NULL AND v_till.location_id <> p_location) THEN
    -- The clock may have been set back since it was first seen.
    UPDATE tills SET last_seen_at = greatest(first_seen_at, clock_timestamp()),
           location_id = CASE WHEN name IS NULL THEN p_location ELSE location_id END
     WHERE id = p_till;
  END IF;
  RETURN p_till;
END $$;
