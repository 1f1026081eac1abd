-- Keeps every name that signs somebody in, so that no two people share one.
CREATE OR REPLACE FUNCTION keep_sign_in_names() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM sign_in_names WHERE user_id = NEW.id;
  INSERT INTO sign_in_names (name, user_id)
    SELECT DISTINCT sign_in_name(n.written), NEW.id FROM (VALUES (NEW.username), (NEW.email)) AS n(written)
     WHERE sign_in_name(n.written) <> '';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_keep_sign_in_names AFTER INSERT OR UPDATE OF username, email ON users
  FOR EACH ROW EXECUTE FUNCTION keep_sign_in_names();
