-- Tills are listed by location, and counted before a new one is registered. The functions of this release register tills.
CREATE INDEX tills_of_location ON tills (location_id, first_seen_at);
