-- Sessions are left out of backups. The hash of a screen's token is kept beside the screen too, so that a restored shop knows its
-- screens again. Null for a screen that has not fetched its token yet.
ALTER TABLE tv_devices ADD COLUMN token_hash bytea;
UPDATE tv_devices d SET token_hash = s.token_hash FROM sessions s WHERE s.machine_id = d.machine_id AND d.forgotten_at IS NULL;
