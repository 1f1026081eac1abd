import { type RawBuilder, sql } from 'kysely';
import { MAX_LISTED_BYTES } from '#contract/artifacts.ts';
import type { ToolCard } from '#contract/assistant-cards.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { foldedWords } from '#domain/fold.ts';
import { USER_NAME } from '#server/db/user-name.ts';

/** The tool of a live artifact. */
export interface ArtifactSource {
  readonly tool: string;
  readonly parameters: ToolCard['parameters'];
}

/** The content of a version. */
export interface ArtifactContent {
  readonly title: string;
  readonly description: string;
  readonly code: string;
  readonly language: string;
  readonly artifact_type: string;
  readonly source: ArtifactSource | null;
}

export interface ArtifactRow extends ArtifactContent {
  readonly id: number;
  readonly preview: string;
  readonly tags: string[];
  readonly is_global: boolean;
  readonly owner_id: number;
  readonly owner: string;
  readonly forked_from: number | null;
  readonly view_count: number;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Characters of the code that a card of the library shows. */
const PREVIEW = 200;

const select = (code: RawBuilder<unknown>): RawBuilder<ArtifactRow> => sql<ArtifactRow>`
  SELECT a.id, v.title, v.description, ${code} AS code, left(v.code, ${sql.lit(PREVIEW)}) AS preview,
         v.language, v.artifact_type, v.source, a.tags, a.is_global, a.owner_id, ${USER_NAME} AS owner, a.forked_from,
         a.view_count, a.version, a.created_at, a.updated_at
    FROM artifacts a JOIN artifact_versions v ON v.artifact_id = a.id AND v.version = a.version JOIN users u ON u.id = a.owner_id`;

const CODE = sql`v.code`;
/** The code of the first artifacts of a page, as much as a list answers. */
const LISTED_CODE = sql`CASE WHEN sum(octet_length(v.code)) OVER (ORDER BY a.updated_at DESC, a.id DESC) <= ${sql.lit(MAX_LISTED_BYTES)}
  THEN v.code ELSE '' END`;

export interface LibraryFilter {
  readonly userId: number;
  readonly scope: 'all' | 'personal' | 'global';
  readonly search: string;
}

export async function selectArtifacts(
  db: Database,
  { userId, scope, search }: LibraryFilter,
  { withCode, limit, offset }: { withCode: boolean; limit: number; offset: number },
): Promise<{ rows: ArtifactRow[]; total: number }> {
  const whose = {
    all: sql`(a.is_global OR a.owner_id = ${userId})`,
    personal: sql`(a.owner_id = ${userId} AND NOT a.is_global)`,
    global: sql`a.is_global`,
  }[scope];
  const words = foldedWords(search).map(containing);
  const found = sql`folded_plain(a.title || ' ' || array_to_string(a.tags, ' ')) LIKE ALL(${words}::text[])`;
  const where = words.length === 0 ? whose : sql`${whose} AND ${found}`;
  const [{ rows }, counted] = await Promise.all([
    sql<ArtifactRow>`
      ${select(withCode ? LISTED_CODE : sql`''`)} WHERE a.id IN (
        SELECT a.id FROM artifacts a WHERE ${where} ORDER BY a.updated_at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset})
       ORDER BY a.updated_at DESC, a.id DESC`.execute(db),
    sql<{ total: number }>`SELECT count(*)::integer AS total FROM artifacts a WHERE ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function selectArtifact(db: Database, id: number): Promise<ArtifactRow | undefined> {
  const { rows } = await sql<ArtifactRow>`${select(CODE)} WHERE a.id = ${id}`.execute(db);
  return rows[0];
}

export async function lockArtifact(tx: Tx, id: number): Promise<ArtifactRow | undefined> {
  await sql`SELECT FROM artifacts WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return selectArtifact(tx, id);
}

export async function insertVersion(
  tx: Tx,
  { artifactId, version, savedBy }: { artifactId: number; version: number; savedBy: number },
  content: ArtifactContent,
): Promise<void> {
  const source = content.source === null ? null : JSON.stringify(content.source);
  await sql`
    INSERT INTO artifact_versions (artifact_id, version, title, description, code, language, artifact_type, source, saved_by)
    VALUES (${artifactId}, ${version}, ${content.title}, ${content.description}, ${content.code}, ${content.language},
            ${content.artifact_type}, ${source}::jsonb, ${savedBy})`.execute(tx);
}

interface Kept {
  readonly title: string;
  readonly tags: readonly string[];
  readonly isGlobal: boolean;
}

export async function insertArtifact(
  tx: Tx,
  { ownerId, forkedFrom, title, tags, isGlobal }: Kept & { ownerId: number; forkedFrom: number | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO artifacts (owner_id, title, tags, is_global, forked_from)
    VALUES (${ownerId}, ${title}, ${[...tags]}::text[], ${isGlobal}, ${forkedFrom}) RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the artifact was not written');
  return row.id;
}

export async function updateArtifact(
  tx: Tx,
  id: number,
  { title, tags, isGlobal, version }: Kept & { version: number },
): Promise<void> {
  await sql`
    UPDATE artifacts SET title = ${title}, tags = ${[...tags]}::text[], is_global = ${isGlobal}, version = ${version}, updated_at = now()
     WHERE id = ${id}`.execute(tx);
}

export async function deleteRow(tx: Tx, id: number): Promise<void> {
  await sql`DELETE FROM artifacts WHERE id = ${id}`.execute(tx);
}

export async function countView(tx: Tx, id: number): Promise<void> {
  await sql`UPDATE artifacts SET view_count = least(view_count + 1, 2000000000) WHERE id = ${id}`.execute(tx);
}

export interface VersionRow extends ArtifactContent {
  readonly version: number;
  readonly bytes: number;
  readonly saved_by: string;
  readonly saved_at: Date;
}

const VERSION = (withCode: boolean): RawBuilder<VersionRow> => sql<VersionRow>`
  SELECT v.version, v.title, v.description, ${withCode ? CODE : sql`''`} AS code, v.language, v.artifact_type, v.source,
         octet_length(v.code) AS bytes, ${USER_NAME} AS saved_by, v.saved_at
    FROM artifact_versions v JOIN users u ON u.id = v.saved_by`;

export async function selectVersions(
  db: Database,
  id: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    ${VERSION(false)} WHERE v.artifact_id = ${id} ORDER BY v.version DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
}

export async function selectVersion(db: Database, id: number, version: number): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    ${VERSION(true)} WHERE v.artifact_id = ${id} AND v.version = ${version}`.execute(db);
  return rows[0];
}
