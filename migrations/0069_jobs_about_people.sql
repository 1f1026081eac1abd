-- Work that tells of somebody is erased with them, and a mail whose link has ended is not sent.
ALTER TABLE jobs ADD COLUMN user_id integer REFERENCES users ON DELETE CASCADE;
CREATE INDEX jobs_of_user ON jobs (user_id) WHERE user_id IS NOT NULL;
