-- The bytes of a row that the chain covers. Those of rows by a device or a key are longer, so that older rows keep theirs.
CREATE OR REPLACE FUNCTION audit_row_content(row_ audit_trail) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to((jsonb_build_array(
    row_.id, extract(epoch FROM row_.at)::text, row_.action, row_.entity, row_.entity_id, row_.actor_id, row_.location_id, row_.details
  ) || CASE WHEN row_.machine_id IS NULL AND row_.machine_kind IS NULL THEN '[]' ELSE jsonb_build_array(row_.machine_kind, row_.machine_id) END)::text, 'UTF8')
$$;

-- The only change a row takes is being sealed.
CREATE OR REPLACE FUNCTION keep_audit_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.hash IS NULL AND NEW.hash IS NOT NULL
     AND audit_row_content(OLD) = audit_row_content(NEW) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER audit_trail_append_only BEFORE UPDATE OR DELETE ON audit_trail FOR EACH ROW EXECUTE FUNCTION keep_audit_row();

-- Links rows that are not in the chain yet to its end. One sealer at a time; answers how many it linked. Rule: books/10-audit-trail.
CREATE OR REPLACE FUNCTION seal_audit_trail(at_most integer DEFAULT 5000) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  last_position bigint;
  last_hash bytea;
  row_ audit_trail;
  sealed integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('seal_audit_trail')) THEN
    RETURN 0;
  END IF;
  SELECT position, hash INTO last_position, last_hash
    FROM audit_trail WHERE position IS NOT NULL ORDER BY position DESC LIMIT 1;
  last_position := coalesce(last_position, 0);
  last_hash := coalesce(last_hash, '\x'::bytea);
  FOR row_ IN SELECT * FROM audit_trail WHERE hash IS NULL ORDER BY id LIMIT at_most LOOP
    last_position := last_position + 1;
    last_hash := sha256(last_hash || audit_row_content(row_));
    UPDATE audit_trail SET position = last_position, hash = last_hash WHERE id = row_.id;
    sealed := sealed + 1;
  END LOOP;
  RETURN sealed;
END $$;
