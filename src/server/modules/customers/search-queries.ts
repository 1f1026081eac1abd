import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import { wordsOf } from '#domain/customer-search.ts';
import { containing, literally } from '#server/db/like.ts';
import type { Database } from '#server/db/pool.ts';
import { PRESENT, PRESENT_CUSTOMER } from './present.ts';

export interface Directory {
  readonly search: string;
  /** Null: people of every role. */
  readonly role: Role | null;
  /** Only customers with this label. */
  readonly group?: string | undefined;
  /** Only customers with a flag. */
  readonly flagged?: boolean | undefined;
  /** Only this person. */
  readonly id?: number | undefined;
  /** Words are looked for in the names that the assistant may call somebody by, and nowhere else. */
  readonly inNamesAlone?: boolean | undefined;
  /** Without words: who bought here last comes first. */
  readonly recentAt?: number | null | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface DirectoryPage {
  readonly ids: readonly number[];
  readonly total: number;
  /** Everybody is counted, and up to `COUNTED_UP_TO` matches. Of more there are at least as many as the total says. */
  readonly isExact: boolean;
}

/** Matches are counted up to this. Counting all 60,000 Toms would cost more than showing the first of them. Rule: customers/found-by. */
const COUNTED_UP_TO = 2000;

/** This many people are sampled to tell a search with many matches from one with few. */
const SAMPLED = 2000;
/** Well above what is counted, so that the sample's error does no harm. */
const MANY = 2 * COUNTED_UP_TO;

const NAME = sql`(folded_plain(u.display_name) COLLATE "C")`;
/** A name that signs somebody in or reaches them is contact data. Rule: assistant/what-is-sent. */
const NAMES_ALONE = sql`folded_plain((SELECT string_agg(n.name, ' ') FROM (VALUES (btrim(u.display_name)), (btrim(u.name))) AS n(name)
  WHERE n.name <> u.username AND strpos(n.name, '@') = 0 AND regexp_replace(n.name, '\\D', '', 'g') !~ '\\d{7}'))`;

/**
 * A page of the people found: first those whose name starts with the first word, then the others, each by name. Every
 * word must stand somewhere in name, e-mail, username, id or phone. Rule: customers/found-by. Few matches come from an
 * index. With many ("com z" fits one in twelve) it is quicker to walk along the names until the page is full.
 */
export async function findPeople(db: Database, directory: Directory): Promise<DirectoryPage> {
  const words = wordsOf(directory.search);
  if (words.length === 0) return everybody(db, directory);
  if (!isNarrowed(directory) && (await fitsMany(db, directory, words))) return manyPeople(db, directory, words);
  const few = await fewPeople(db, directory, words);
  return few ?? manyPeople(db, directory, words);
}

/** Ids of all people found, by name. */
export async function everybodyFound(db: Database, directory: Omit<Directory, 'limit' | 'offset'>): Promise<number[]> {
  const words = wordsOf(directory.search);
  const all = { ...directory, limit: 0, offset: 0 };
  const { rows } = await sql<{ ids: number[] }>`
    SELECT ARRAY(SELECT u.id FROM users u WHERE ${among(all)} ${words.length === 0 ? sql`` : sql`AND ${hasWords(words)}`}
                  ORDER BY ${NAME}, u.id) AS ids`.execute(db);
  return rows[0]?.ids ?? [];
}

const isNarrowed = ({ group, flagged, id, inNamesAlone }: Directory): boolean =>
  group !== undefined || flagged === true || id !== undefined || inNamesAlone === true;

function among({ role, group, flagged, id, inNamesAlone, search }: Directory): RawBuilder<unknown> {
  // The customers' role is written into the SQL text, so that partial indexes of customers can be used.
  const parts = [role === null ? PRESENT : role === 'customer' ? PRESENT_CUSTOMER : sql`u.role = ${role}`];
  if (group !== undefined)
    parts.push(sql`u.id IN (SELECT m.customer_id FROM customer_group_members m JOIN customer_groups g ON g.id = m.group_id
                             WHERE folded(g.name) = folded(${group.trim()}))`);
  if (flagged === true)
    parts.push(sql`u.id IN (SELECT d.user_id FROM customer_details d WHERE d.flag_kind IS NOT NULL)`);
  if (id !== undefined) parts.push(sql`u.id = ${id}`);
  if (inNamesAlone === true)
    parts.push(...wordsOf(search).map((word) => sql`(${NAMES_ALONE} COLLATE "C") LIKE ${containing(word)}`));
  return sql.join(parts, sql` AND `);
}

/** People of all roles are counted as two kinds, because each has an index. */
function counted(directory: Directory): RawBuilder<unknown> {
  const count = (role: Directory['role'], also = sql``): RawBuilder<unknown> =>
    sql`(SELECT count(*)::integer FROM users u WHERE ${among({ ...directory, role })} ${also})`;
  if (directory.role !== null || isNarrowed(directory)) return count(directory.role);
  return sql`${count('customer')} + ${count(null, sql`AND u.role <> 'customer'`)}`;
}

const isLong = (word: string): boolean => Array.from(word).length > 2;

/** Each two letters side by side: "com" is "co" and "om". */
function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
}

/**
 * Answered by an index: long words alone by their trigrams. With a short word among them the rarest of all letters and
 * pairs is looked for first, in any word, and long words are then looked for in the rest.
 */
function hasWords(words: readonly string[]): RawBuilder<unknown> {
  const long = words.filter(isLong);
  if (long.length === words.length) {
    return sql.join(
      long.map((word) => sql`u.found_text LIKE ${containing(word)}`),
      sql` AND `,
    );
  }
  const parts = [...new Set(words.flatMap((word) => (isLong(word) ? pairsOf(word) : [word])))];
  return sql.join([sql`short_words(u.found_text) @> ${parts}::text[]`, ...long.map(hasWordOnTheWay)], sql` AND `);
}

/** Looked for row by row: no index knows this collation. */
function hasWordOnTheWay(word: string): RawBuilder<unknown> {
  return sql`(u.found_text COLLATE "C") LIKE ${containing(word)}`;
}

/** Customers at the counter were often there lately. Rule: customers/search-popup. */
const MOST_RECENT = 20;
/** Latest sales that are looked at; most are to guests. */
const SALES_LOOKED_AT = 1000;

async function recentPeople(db: Database, directory: Directory): Promise<number[]> {
  if (typeof directory.recentAt !== 'number') return [];
  const { rows } = await sql<{ id: number }>`
    WITH sales AS MATERIALIZED (
      SELECT o.customer_id, row_number() OVER () AS place
        FROM (SELECT customer_id FROM orders WHERE voided_at IS NULL AND location_id = ${directory.recentAt}
               ORDER BY local_day DESC, created_at DESC, id DESC LIMIT ${sql.lit(SALES_LOOKED_AT)}) o
    )
    SELECT u.id FROM (SELECT customer_id, min(place) AS place FROM sales GROUP BY customer_id) s
      JOIN users u ON u.id = s.customer_id
     WHERE ${among(directory)} ORDER BY s.place LIMIT ${sql.lit(MOST_RECENT)}`.execute(db);
  return rows.map(({ id }) => id);
}

async function everybody(db: Database, directory: Directory): Promise<DirectoryPage> {
  const { limit, offset } = directory;
  const recent = await recentPeople(db, directory);
  const first = recent.slice(offset, offset + limit);
  const others = recent.length === 0 ? sql`` : sql`AND u.id <> ALL(${recent}::bigint[])`;
  const { rows } = await sql<Omit<DirectoryPage, 'isExact'>>`
    SELECT ${counted(directory)} AS total,
           ARRAY(SELECT u.id FROM users u WHERE ${among(directory)} ${others} ORDER BY ${NAME}, u.id
                  LIMIT ${limit - first.length} OFFSET ${Math.max(0, offset - recent.length)}) AS ids`.execute(db);
  const [page] = rows;
  return { total: page?.total ?? 0, ids: [...first, ...(page?.ids ?? [])], isExact: true };
}

/** Estimates the matches from a sample and from the number of people at the last ANALYZE. */
async function fitsMany(db: Database, directory: Directory, words: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ people: number; sampled: number; hits: number }>`
    WITH sample AS MATERIALIZED (SELECT u.found_text FROM users u WHERE ${among(directory)} LIMIT ${sql.lit(SAMPLED)})
    SELECT (SELECT reltuples FROM pg_class WHERE oid = 'users'::regclass) AS people,
           count(*)::integer AS sampled,
           (count(*) FILTER (WHERE ${sql.join(words.map(hasWordOnTheWay), sql` AND `)}))::integer AS hits
      FROM sample u`.execute(db);
  const [row] = rows;
  return row !== undefined && row.hits * Math.max(row.people, row.sampled) > MANY * row.sampled;
}

/** A page of all matches with their exact number; null above `COUNTED_UP_TO` matches. */
async function fewPeople(db: Database, directory: Directory, words: readonly string[]): Promise<DirectoryPage | null> {
  const { limit, offset } = directory;
  const { rows } = await sql<Omit<DirectoryPage, 'isExact'>>`
    WITH hits AS MATERIALIZED (
      SELECT u.id, ${NAME} AS name FROM users u
       WHERE ${among(directory)} AND ${hasWords(words)}
       LIMIT ${sql.lit(COUNTED_UP_TO + 1)}
    )
    SELECT (SELECT count(*)::integer FROM hits) AS total,
           ARRAY(SELECT id FROM hits ORDER BY starts_with(name, ${words[0]}) DESC, name, id LIMIT ${limit} OFFSET ${offset}) AS ids`.execute(
    db,
  );
  const [page] = rows;
  return page && page.total <= COUNTED_UP_TO ? { ...page, isExact: true } : null;
}

/** Each query stops at the page's end: names that start with the search are next to each other, others are spread over all names. */
async function manyPeople(db: Database, directory: Directory, words: readonly string[]): Promise<DirectoryPage> {
  const { limit, offset } = directory;
  const found = sql`${among(directory)} AND ${sql.join(words.map(hasWordOnTheWay), sql` AND `)}`;
  const start = `${literally(words[0] ?? '')}%`;
  const end = offset + limit;
  const first = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE ${NAME} LIKE ${start} AND ${found} ORDER BY ${NAME}, u.id LIMIT ${end}`.execute(db);
  const starting = first.rows.slice(offset).map(({ id }) => id);
  const missing = limit - starting.length;
  const others =
    missing === 0
      ? []
      : (
          await sql<{ id: number }>`
            SELECT u.id FROM users u WHERE ${NAME} NOT LIKE ${start} AND ${found} ORDER BY ${NAME}, u.id
             LIMIT ${missing} OFFSET ${Math.max(0, offset - first.rows.length)}`.execute(db)
        ).rows.map(({ id }) => id);
  const ids = [...starting, ...others];
  const upToHere = offset + ids.length;
  if (ids.length > 0 && ids.length < limit) return { ids, total: upToHere, isExact: true };
  return { ids, total: Math.max(COUNTED_UP_TO, upToHere) + 1, isExact: false };
}
