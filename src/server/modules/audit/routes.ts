import type { FastifyInstance } from 'fastify';
import {
  type AuditEntry,
  auditFiltersRoute,
  auditTrailRoute,
  chainRoute,
  checkChainRoute,
  exportAuditRoute,
} from '#contract/audit.ts';
import type { QueryOf } from '#contract/route.ts';
import { auditChanges, auditWords } from '#domain/audit-changes.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { type CsvColumns, csvPieces, serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { askForCheck, lastChecks } from './chain.ts';
import { type AuditRow, selectFilters, selectTrail, type TrailFilter } from './queries.ts';

/** Rows of an export that are read at a time. */
const BATCH = 1000;

function filterOf({ timeZone }: Staff, query: QueryOf<typeof exportAuditRoute>): TrailFilter {
  const { person, action, entity, entity_id: entityId, from, to, routine } = query;
  return {
    person: person ?? null,
    action: action || null,
    entity: entity || null,
    entityId: entityId || null,
    from: from ?? null,
    to: to ?? null,
    routine: routine ?? false,
    timeZone,
  };
}

function toEntry(row: AuditRow): AuditEntry {
  return { ...row, at: row.at.toISOString() };
}

async function* batches(db: Database, filter: TrailFilter): AsyncGenerator<readonly AuditRow[]> {
  let before: number | null = null;
  for (;;) {
    const rows: AuditRow[] = await selectTrail(db, filter, { before, limit: BATCH });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    before = last.id;
  }
}

function columnsOf(timeZone: string): CsvColumns<AuditRow> {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return [
    ['Date', ({ at }) => wall.format(at)],
    ['Person', ({ actor }) => actor?.name ?? 'The server'],
    ['Action', ({ action }) => auditWords(action)],
    ['Kind', ({ entity }) => auditWords(entity)],
    ['ID', ({ entity_id: id }) => id],
    ['Location', ({ location }) => location],
    [
      'Changes',
      ({ details }) =>
        auditChanges(details)
          .map(
            ({ field, from, to }) => `${auditWords(field) || 'Value'}: ${from === undefined ? to : `${from} → ${to}`}`,
          )
          .join('; '),
    ],
    ['Row', ({ id }) => id],
  ];
}

/** The audit trail, for administrators. Rule: books/10-audit-trail. */
export function registerAudit(app: FastifyInstance): void {
  const { secrets } = app.deps;

  serve(app, auditTrailRoute, async ({ db, staff, query }) => {
    const { before = null, limit } = query;
    const rows = await selectTrail(db, filterOf(staff, query), { before, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return success({ data: page.map(toEntry), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null });
  });

  serveCsv(app, exportAuditRoute, 'audit-trail.csv', (staff, query, db) =>
    Promise.resolve(csvPieces(columnsOf(staff.timeZone), batches(db, filterOf(staff, query)))),
  );

  serve(app, auditFiltersRoute, async ({ db }) => success(await selectFilters(db)));
  serve(app, chainRoute, async ({ db }) => success(await lastChecks(db)));
  serveWrite(app, checkChainRoute, async ({ tx, staff }) =>
    success({ running: await askForCheck(tx, staff, secrets) }),
  );
}
