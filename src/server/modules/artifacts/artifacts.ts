import {
  type Artifact,
  type ArtifactVersion,
  type artifactsRoute,
  type changeArtifactRoute,
  type createArtifactRoute,
  LIVE_TYPES,
} from '#contract/artifacts.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import type { PageMeta } from '#contract/wire.ts';
import { namesInText } from '#domain/names-in-text.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import { shareLock } from '#server/db/named-locks.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { requireTool, selectNamesRead } from '#server/modules/assistant/service.ts';
import { Refusal } from '#server/refusal.ts';
import {
  type ArtifactContent,
  type ArtifactRow,
  countView,
  deleteRow,
  insertArtifact,
  insertVersion,
  lockArtifact,
  selectArtifact,
  selectArtifacts,
  selectVersion,
  selectVersions,
  updateArtifact,
  type VersionRow,
} from './queries.ts';

const mayEdit = (staff: Staff, row: ArtifactRow): boolean => row.owner_id === staff.id || may(staff, 'configure');

function toArtifact(staff: Staff, row: ArtifactRow): Artifact {
  return {
    ...row,
    may_edit: mayEdit(staff, row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Refuses another person's personal artifact as unknown, even to administrators. Rule: assistant/artifacts. */
function requireSeen(staff: Staff, row: ArtifactRow | undefined): ArtifactRow {
  if (!row || !(row.is_global || row.owner_id === staff.id))
    throw new Refusal('not_found', 'There is no such artifact, or it is somebody’s own.');
  return row;
}

async function lockOwn(tx: Tx, staff: Staff, id: number): Promise<ArtifactRow> {
  const row = requireSeen(staff, await lockArtifact(tx, id));
  if (!mayEdit(staff, row))
    throw new Refusal('not_allowed', 'Only its owner and administrators may change this artifact. Make a copy of it.');
  return row;
}

async function reread(db: Database, staff: Staff, id: number): Promise<Artifact> {
  return toArtifact(staff, requireSeen(staff, await selectArtifact(db, id)));
}

export async function listArtifacts(
  db: Database,
  staff: Staff,
  { scope, search = '', code: withCode = true, page, per_page: perPage }: QueryOf<typeof artifactsRoute>,
): Promise<{ artifacts: Artifact[]; meta: PageMeta }> {
  const filter = { userId: staff.id, scope, search };
  const { rows, total } = await selectArtifacts(db, filter, {
    withCode,
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  return {
    artifacts: rows.map((row) => toArtifact(staff, row)),
    meta: { total, pages: Math.ceil(total / perPage), page, per_page: perPage },
  };
}

export async function getArtifact(db: Database, staff: Staff, id: number): Promise<Artifact> {
  return reread(db, staff, id);
}

export async function viewArtifact(tx: Tx, staff: Staff, id: number): Promise<Artifact> {
  const seen = await reread(tx, staff, id);
  await countView(tx, id);
  return { ...seen, view_count: seen.view_count + 1 };
}

/**
 * @throws Refusal `not_valid` for a kind whose preview shows no rows, and for a tool that does not exist, or drafts something.
 * Rule: assistant/artifacts.
 */
function requireSource({ artifact_type: type, source }: Pick<ArtifactContent, 'artifact_type' | 'source'>): void {
  if (source === null) return;
  if (!LIVE_TYPES.includes(type)) {
    throw new Refusal(
      'not_valid',
      `An artifact of the kind “${type}” shows no rows, so it names no tool. These kinds can: ${LIVE_TYPES.join(', ')}.`,
    );
  }
  requireTool(source.tool, source.parameters);
}

type Texts = Omit<ReturnType<typeof values>, 'is_global'>;

/** The quote parts them: a title that ends in "April" and a description that begins with "May" are no name. */
const textOf = ({ title, description, code, language, artifact_type, source, tags }: Texts): string =>
  [title, description, code, language, artifact_type, ...tags, JSON.stringify(source)].join('\n"\n');

/**
 * @throws Refusal `not_valid` for texts with names of customers that a tool showed whoever saves them. Others would read them there, for as
 * long as the artifact is kept. Rule: assistant/artifacts.
 */
async function requireNobodyNamed(tx: Tx, staff: Staff, wanted: Texts, before?: Texts): Promise<void> {
  const read = await selectNamesRead(tx, staff.id);
  const found = namesInText(textOf(wanted), read);
  const present = before ? namesInText(textOf(before), found) : [];
  const [first, ...others] = found.filter((name) => !present.includes(name));
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new Refusal(
    'not_valid',
    `This names customers (“${first}”${more}), and an artifact keeps no names of customers. Take them out, or ask for a live one, which reads them anew for whoever looks.`,
  );
}

export async function createArtifact(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof createArtifactRoute>,
  forkedFrom: number | null = null,
): Promise<Artifact> {
  requireSource(body);
  // A deletion later finds this version. It takes the lock before it locks artifacts.
  await shareLock(tx, 'forgetting');
  await requireNobodyNamed(tx, staff, body);
  const id = await insertArtifact(tx, {
    ownerId: staff.id,
    forkedFrom,
    title: body.title,
    tags: body.tags,
    isGlobal: body.is_global,
  });
  await insertVersion(tx, { artifactId: id, version: 1, savedBy: staff.id }, body);
  await recordChange(tx, staff, {
    action: 'artifact_saved',
    entity: 'artifact',
    entityId: id,
    // Texts may name a customer, who can be forgotten, so only the versions hold them.
    details: { type: body.artifact_type, is_global: body.is_global, forked_from: forkedFrom },
  });
  return reread(tx, staff, id);
}

/** The values of an artifact that a change may change. */
function values(row: ArtifactRow) {
  const { title, description, code, language, artifact_type, source, tags, is_global } = row;
  return { title, description, code, language, artifact_type, source, tags, is_global };
}

async function saveVersion(
  tx: Tx,
  staff: Staff,
  before: ArtifactRow,
  wanted: ReturnType<typeof values>,
  action: 'artifact_changed' | 'artifact_restored',
): Promise<Artifact> {
  const changes = differences(values(before), wanted, ['code']);
  const isOtherCode = before.code !== wanted.code;
  if (Object.keys(changes).length === 0 && !isOtherCode)
    throw new Refusal('nothing_to_do', 'The artifact is like that already.');
  // Names that are there already do not keep it from being tagged or made personal, only from being shown to more people.
  await requireNobodyNamed(tx, staff, wanted, wanted.is_global && !before.is_global ? undefined : before);
  const version = before.version + 1;
  await insertVersion(tx, { artifactId: before.id, version, savedBy: staff.id }, wanted);
  await updateArtifact(tx, before.id, {
    title: wanted.title,
    tags: wanted.tags,
    isGlobal: wanted.is_global,
    version,
  });
  await recordChange(tx, staff, {
    action,
    entity: 'artifact',
    entityId: before.id,
    // No texts, as above: only the versions hold them.
    details: {
      parts: [...Object.keys(changes), ...(isOtherCode ? ['code'] : [])],
      version: { from: before.version, to: version },
      ...(changes['is_global'] !== undefined && { is_global: changes['is_global'] }),
    },
  });
  return reread(tx, staff, before.id);
}

function requireVersion(staff: Staff, row: ArtifactRow, seen: number | undefined): void {
  if (seen === undefined || seen === row.version) return;
  throw new Refusal('changed_meanwhile', 'Somebody changed the artifact meanwhile. Look at it again.', {
    details: { current: toArtifact(staff, row) },
  });
}

/** @throws Refusal `not_found`, `not_allowed`, `changed_meanwhile`, `nothing_to_do`, `not_valid` */
export async function changeArtifact(
  tx: Tx,
  staff: Staff,
  id: number,
  { version, ...body }: BodyOf<typeof changeArtifactRoute>,
): Promise<Artifact> {
  await shareLock(tx, 'forgetting');
  const before = await lockOwn(tx, staff, id);
  requireVersion(staff, before, version);
  if (body.is_global === false && before.owner_id !== staff.id)
    throw new Refusal('not_allowed', 'Only its owner may make this artifact personal. Make a copy of it.');
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const wanted = { ...values(before), ...given };
  if (body.source !== undefined || body.artifact_type !== undefined) requireSource(wanted);
  return saveVersion(tx, staff, before, wanted, 'artifact_changed');
}

async function requireVersionRow(db: Database, id: number, version: number): Promise<VersionRow> {
  const row = await selectVersion(db, id, version);
  if (!row) throw new Refusal('not_found', `The artifact has no version ${version}.`);
  return row;
}

/** @throws Refusal `not_found`, `not_allowed`, `changed_meanwhile`, `nothing_to_do`, `not_valid` */
export async function restoreArtifact(
  tx: Tx,
  staff: Staff,
  id: number,
  { restore, version }: { restore: number; version?: number | undefined },
): Promise<Artifact> {
  await shareLock(tx, 'forgetting');
  const before = await lockOwn(tx, staff, id);
  requireVersion(staff, before, version);
  const { title, description, code, language, artifact_type, source } = await requireVersionRow(tx, id, restore);
  const wanted = { ...values(before), title, description, code, language, artifact_type, source };
  return saveVersion(tx, staff, before, wanted, 'artifact_restored');
}

/** A personal copy of the newest version. @throws Refusal `not_found`, `not_valid` */
export async function forkArtifact(tx: Tx, staff: Staff, id: number): Promise<Artifact> {
  const row = requireSeen(staff, await selectArtifact(tx, id));
  // Earlier builds took a tool for any kind.
  const source = LIVE_TYPES.includes(row.artifact_type) ? row.source : null;
  return createArtifact(tx, staff, { ...values(row), source, is_global: false }, id);
}

/** @throws Refusal `not_found`, `not_allowed` */
export async function deleteArtifact(tx: Tx, staff: Staff, id: number): Promise<void> {
  const { version, is_global } = await lockOwn(tx, staff, id);
  await deleteRow(tx, id);
  await recordChange(tx, staff, {
    action: 'artifact_deleted',
    entity: 'artifact',
    entityId: id,
    details: { version, is_global },
  });
}

function toVersion({
  version,
  title,
  description,
  language,
  artifact_type,
  bytes,
  ...row
}: VersionRow): ArtifactVersion {
  const { saved_by, saved_at } = row;
  return { version, title, description, language, artifact_type, bytes, saved_by, saved_at: saved_at.toISOString() };
}

export async function listVersions(
  db: Database,
  staff: Staff,
  id: number,
  { page, per_page: perPage }: { page: number; per_page: number },
): Promise<{ versions: ArtifactVersion[]; meta: PageMeta }> {
  const { version: total } = requireSeen(staff, await selectArtifact(db, id));
  const rows = await selectVersions(db, id, { limit: perPage, offset: (page - 1) * perPage });
  const meta = { total, pages: Math.ceil(total / perPage), page, per_page: perPage };
  return { versions: rows.map(toVersion), meta };
}

export async function getVersion(db: Database, staff: Staff, id: number, version: number) {
  requireSeen(staff, await selectArtifact(db, id));
  const row = await requireVersionRow(db, id, version);
  return { ...toVersion(row), code: row.code, source: row.source };
}
