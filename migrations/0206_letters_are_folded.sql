-- The tables are locked in the order in which changes lock them.
LOCK TABLE products, users IN ACCESS EXCLUSIVE MODE;

-- As `folded`, and letters that have no accent to lose become plain ones: "lodz" finds Łódź, "strasse" finds Straße. A function of
-- its own, because what was stored by the former may not change under it. The rule, and the reason for its order, stand in
-- src/domain/fold.ts; a test holds both to the same answer for every character. The body names nothing of ours, so it holds whatever
-- the search path is, as in pg_restore.
CREATE FUNCTION folded_plain(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(written) = length(written) THEN lower(replace(replace(written, '''', ''), '`', ''))
    ELSE replace(replace(replace(replace(translate(
      lower(regexp_replace(
        normalize(translate(written, U&'\03A3\03C2''`\1FEF\00B4\1FFD\2018\2019\201B\02BB\02BC\2032\FF07\034F', U&'\03C3\03C3'), NFD),
        U&'[\0300-\036F]', '', 'g')),
      U&'\00F8\0142\0111\00F0\0127\0167\0131', 'olddhti'),
      U&'\00DF', 'ss'), U&'\00E6', 'ae'), U&'\0153', 'oe'), U&'\00FE', 'th') END;

-- As billing_search_text, folded so. Its body is text with a search path of its own: bound to folded_plain it would be dropped with
-- it when a backup is restored.
CREATE FUNCTION guest_search_text(billing jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path FROM CURRENT AS $$
  SELECT folded_plain(coalesce(billing ->> 'first_name', '') || ' ' || coalesce(billing ->> 'last_name', '') || ' ' ||
                      coalesce(billing ->> 'email', '') || ' ' || coalesce(billing ->> 'phone', '') || ' ' ||
                      regexp_replace(coalesce(billing ->> 'phone', ''), '[^0-9]', '', 'g'))
$$;

-- Takes the place of search_text, which the previous build goes on reading; a later release drops it.
ALTER TABLE users ADD COLUMN found_text text NOT NULL GENERATED ALWAYS AS (
  folded_plain(display_name || ' ' || name || ' ' || regexp_replace(email, '@customers\.invalid$', '', 'i') || ' ' || username || ' ' ||
               id::text || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))
) STORED;
DROP INDEX users_search, users_search_short, users_by_name;
CREATE INDEX users_found ON users USING gin (found_text gin_trgm_ops);
CREATE INDEX users_found_short ON users USING gin (short_words(found_text));
CREATE INDEX users_by_name ON users ((folded_plain(display_name) COLLATE "C"), id);

ALTER TABLE products ADD COLUMN found_text text NOT NULL GENERATED ALWAYS AS (
  folded_plain(name || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, ''))) STORED;
DROP INDEX products_search;
CREATE INDEX products_found ON products USING gin (found_text gin_trgm_ops);
