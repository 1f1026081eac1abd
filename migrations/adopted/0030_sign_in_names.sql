-- A name as signing in compares it; its twin is src/domain/sign-in-name.ts, and a test holds both to the same answer for
-- every character.
CREATE FUNCTION sign_in_name(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(normalize(replace(replace(lower(replace(
    regexp_replace(normalize(written, NFKC),
      U&'[\0001-\001F\007F-\009F\00AD\034F\061C\115F\1160\17B4\17B5\180B-\180F\200B-\200F\2028-\202E\2060-\206F\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]',
      '', 'g'),
    U&'\0130', U&'i\0307')), U&'\03C2', U&'\03C3'), U&'\00DF', 'ss'), NFKC), ' +', ' ', 'g'), ' ');

-- Every name that signs somebody in, user names and e-mail addresses alike: nobody's name is somebody else's address.
CREATE TABLE sign_in_names (
  name text PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX sign_in_names_of_user ON sign_in_names (user_id);

-- Of names that meet already, staff's stand before customers' and user names before addresses, as signing in had it.
INSERT INTO sign_in_names (name, user_id)
  SELECT sign_in_name(n.written), u.id
    FROM users u, LATERAL (VALUES (1, u.username), (2, u.email)) AS n(place, written)
   WHERE sign_in_name(n.written) <> ''
   ORDER BY u.role = 'customer', n.place, u.id
ON CONFLICT DO NOTHING;

CREATE FUNCTION keep_sign_in_names() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM sign_in_names WHERE user_id = NEW.id;
  INSERT INTO sign_in_names (name, user_id)
    SELECT DISTINCT sign_in_name(n.written), NEW.id FROM (VALUES (NEW.username), (NEW.email)) AS n(written)
     WHERE sign_in_name(n.written) <> '';
  RETURN NULL;
END $$;
CREATE TRIGGER users_keep_sign_in_names AFTER INSERT OR UPDATE OF username, email ON users
  FOR EACH ROW EXECUTE FUNCTION keep_sign_in_names();
