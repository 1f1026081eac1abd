-- What a person may be found by, without the address that stands in for none (design 4.13): "tom" is a customer's
-- name, and was found in everybody's @customers.invalid.
ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(display_name || ' ' || name || ' ' || regexp_replace(email, '@customers\.invalid$', '', 'i') || ' ' || username || ' ' ||
        id::text || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))
) STORED;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

-- Trigrams know nothing of one or two letters, which is how every search begins: each letter, and each two side by side.
CREATE FUNCTION short_words(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(searched, NULL)
      || string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t')
$$;
CREATE INDEX users_search_short ON users USING gin (short_words(search_text));

-- By name, for everybody, in an order that finds the beginnings of names whatever the database's language is.
DROP INDEX users_customers_by_name;
CREATE INDEX users_by_name ON users ((lower(display_name) COLLATE "C"), id);
CREATE INDEX users_customers ON users (id) WHERE role = 'customer';
