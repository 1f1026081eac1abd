import { type RawBuilder, sql } from 'kysely';
import { ROUTINE_ACTIONS } from '#contract/audit.ts';
import type { PrincipalKind } from '#domain/permissions.ts';
import type { Database } from '#server/db/pool.ts';

export interface TrailFilter {
  /** null: anybody. */
  /** Id of an account; `machine-7` for an API key or a device. */
  readonly person: number | string | null;
  readonly action: string | null;
  readonly entity: string | null;
  readonly entityId: string | null;
  /** Days of `timeZone`, both included. */
  readonly from: string | null;
  readonly to: string | null;
  readonly routine: boolean;
  readonly timeZone: string;
}

export interface AuditRow {
  id: number;
  at: Date;
  action: string;
  entity: string;
  entity_id: string;
  actor: { kind: PrincipalKind; id: number; name: string } | null;
  location: string | null;
  details: Record<string, unknown>;
  erased: boolean;
  sealed: boolean;
}

/** To the letter what the partial indexes say (migrations/0082). */
const NOT_ROUTINE = sql`a.action <> ALL ('{${sql.raw(ROUTINE_ACTIONS.join(','))}}')`;

/** Days as ranges of ids: rows are numbered in time, nearly, so that a page of an old day is read from its end. */
function withinDays({ from, to, timeZone }: TrailFilter): RawBuilder<unknown>[] {
  if (from === null && to === null) return [];
  const begin = sql`coalesce(${from}::date::timestamp AT TIME ZONE ${timeZone}, '-infinity')`;
  const end = sql`coalesce((${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}, 'infinity')`;
  const during = sql`at >= ${begin} AND at < ${end}`;
  // "+ 0" has the rows of the days read, by their blocks, and not those beside them by their number.
  const edge = (of: 'min' | 'max') =>
    sql`(SELECT coalesce(${sql.raw(of)}(id + 0), 0) FROM audit_trail WHERE ${during})`;
  return [sql`a.id BETWEEN ${edge('min')} AND ${edge('max')}`, sql`a.${during}`];
}

const MACHINE = 'machine-';

function conditions(filter: TrailFilter, before: number | null): RawBuilder<unknown> {
  const { person, action, entity, entityId, routine } = filter;
  const isRoutineAsked = action !== null && (ROUTINE_ACTIONS as readonly string[]).includes(action);
  const all = [
    ...(routine || isRoutineAsked ? [] : [NOT_ROUTINE]),
    ...(person === 'nobody' ? [sql`a.actor_id IS NULL AND a.machine_id IS NULL`] : []),
    ...(typeof person === 'number' ? [sql`a.actor_id = ${person}`] : []),
    ...(typeof person === 'string' && person.startsWith(MACHINE)
      ? [sql`a.machine_id = ${Number(person.slice(MACHINE.length))}::integer`]
      : []),
    ...(action === null ? [] : [sql`a.action = ${action}`]),
    ...(entity === null ? [] : [sql`a.entity = ${entity}`]),
    ...(entity === null || entityId === null ? [] : [sql`a.entity_id = ${entityId}`]),
    ...withinDays(filter),
    ...(before === null ? [] : [sql`a.id < ${before}`]),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` AND `);
}

/** Texts of a decided draft. They replace those in rows of older releases, which may name a customer who was forgotten since. */
const DRAFT_TEXTS = sql`
  SELECT jsonb_build_object('title', d.title)
         || CASE WHEN a.action <> 'draft_rejected' THEN jsonb_build_object('made', d.applied #> '{result,label}') ELSE '{}' END
         || CASE WHEN a.action = 'draft_approved' THEN jsonb_build_object('changes', (
              SELECT coalesce(jsonb_object_agg((c ->> 'item') || ': ' || (c ->> 'field'),
                                               jsonb_build_object('from', c -> 'before', 'to', c -> 'after')), '{}')
                FROM jsonb_array_elements(d.changes) c)) ELSE '{}' END AS texts
    FROM ai_drafts d WHERE d.id = CASE WHEN a.entity = 'draft' THEN a.entity_id::integer END`;

export async function selectTrail(
  db: Database,
  filter: TrailFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    SELECT a.id, a.at, a.action, a.entity, a.entity_id, l.name AS location, a.hash IS NOT NULL AS sealed,
           a.details || coalesce(p.details, '{}') || coalesce((${DRAFT_TEXTS}), '{}') AS details,
           a.details ? 'personal_sha256' AND p.audit_id IS NULL AS erased,
           CASE WHEN a.actor_id IS NOT NULL
                THEN jsonb_build_object('kind', 'staff', 'id', a.actor_id, 'name',
                       coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username, 'Account ' || a.actor_id))
                WHEN a.machine_id IS NOT NULL
                THEN jsonb_build_object('kind', a.machine_kind, 'id', a.machine_id, 'name', coalesce(m.name, '')) END AS actor
      FROM (SELECT * FROM audit_trail a WHERE ${conditions(filter, before)} ORDER BY id DESC LIMIT ${limit}) a
      LEFT JOIN users u ON u.id = a.actor_id
      LEFT JOIN machines m ON m.id = a.machine_id
      LEFT JOIN locations l ON l.id = a.location_id
      LEFT JOIN audit_personal p ON p.audit_id = a.id
     ORDER BY a.id DESC`.execute(db);
  return rows;
}

/** Each value of a column once, by steps along its index: there are few among many rows. */
function distinct(column: 'action' | 'entity'): RawBuilder<{ value: string }> {
  const next = (after: RawBuilder<unknown>) =>
    sql`SELECT a.${sql.ref(column)} FROM audit_trail a WHERE ${NOT_ROUTINE} AND ${after} ORDER BY a.${sql.ref(column)} LIMIT 1`;
  return sql<{ value: string }>`
    WITH RECURSIVE found AS (
      (${next(sql`true`)})
      UNION ALL
      SELECT (${next(sql`a.${sql.ref(column)} > found.${sql.ref(column)}`)}) FROM found WHERE found.${sql.ref(column)} IS NOT NULL)
    SELECT ${sql.ref(column)} AS value FROM found WHERE ${sql.ref(column)} IS NOT NULL`;
}

export async function selectFilters(db: Database) {
  const people = sql<{ id: number; name: string }>`
    SELECT id, coalesce(nullif(display_name, ''), nullif(name, ''), username) AS name FROM users WHERE role <> 'customer'
     ORDER BY folded_plain(coalesce(nullif(display_name, ''), nullif(name, ''), username)), id`.execute(db);
  const [actions, entities] = await Promise.all([distinct('action').execute(db), distinct('entity').execute(db)]);
  const machines = sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM machines ORDER BY folded_plain(name), id`.execute(db);
  return {
    people: (await people).rows,
    machines: (await machines).rows,
    actions: [...actions.rows.map(({ value }) => value), ...ROUTINE_ACTIONS].toSorted(),
    entities: entities.rows.map(({ value }) => value),
  };
}
