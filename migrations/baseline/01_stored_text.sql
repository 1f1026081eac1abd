-- What searches and signing in compare. Generated columns, indexes and stored names are made with these functions, so the
-- answer of none of them may ever change: a new rule is a function with a new name, and a migration that makes anew what was
-- stored by the old one. That is why they stand here and not among the functions that are applied again when they change.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Searches mind neither case nor accents nor apostrophes: "zoe" finds "Zoë", "ohara" finds "O’Hara". The rule, and the
-- reason for its order, stand in src/domain/fold.ts; a test holds both to the same answer for every character.
-- Plain ASCII, which most texts are, takes a shortcut of an eighth of the time. The body names nothing of ours, so it holds
-- whatever the search path is, as in pg_restore.
CREATE FUNCTION folded(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(written) = length(written) THEN lower(replace(replace(written, '''', ''), '`', ''))
    ELSE lower(regexp_replace(
      normalize(translate(written, U&'\03A3\03C2''`\1FEF\00B4\1FFD\2018\2019\201B\02BB\02BC\2032\FF07\034F', U&'\03C3\03C3'), NFD),
      U&'[\0300-\036F]', '', 'g')) END;

-- Trigrams know nothing of one or two letters, which is how every search begins: each letter, and each two side by side.
CREATE FUNCTION short_words(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(searched, NULL)
      || string_to_array(regexp_replace(searched, '(..)', E'\\1\t', 'g'), E'\t')
      || string_to_array(regexp_replace(substr(searched, 2), '(..)', E'\\1\t', 'g'), E'\t')
$$;

-- The name, e-mail address and phone number that a guest left with an order. The body is text with a search path of its
-- own: bound to folded it would be dropped with it when a backup is restored.
CREATE FUNCTION billing_search_text(billing jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path FROM CURRENT AS $$
  SELECT folded(coalesce(billing ->> 'first_name', '') || ' ' || coalesce(billing ->> 'last_name', '') || ' ' ||
                coalesce(billing ->> 'email', '') || ' ' || coalesce(billing ->> 'phone', '') || ' ' ||
                regexp_replace(coalesce(billing ->> 'phone', ''), '[^0-9]', '', 'g'))
$$;

-- A name as signing in compares it. Its twin is src/domain/sign-in-name.ts; a test holds both to the same answer for every
-- character.
CREATE FUNCTION sign_in_name(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(normalize(replace(replace(lower(replace(
    regexp_replace(normalize(written, NFKC),
      U&'[\0001-\001F\007F-\009F\00AD\034F\061C\115F\1160\17B4\17B5\180B-\180F\200B-\200F\2028-\202E\2060-\206F\3164\FE00-\FE0F\FEFF\FFA0\FFF0-\FFFB\+01BCA0-\+01BCA3\+01D173-\+01D17A\+0E0000-\+0E0FFF]',
      '', 'g'),
    U&'\0130', U&'i\0307')), U&'\03C2', U&'\03C3'), U&'\00DF', 'ss'), NFKC), ' +', ' ', 'g'), ' ');
