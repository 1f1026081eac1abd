import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { exportCustomersRoute } from '#contract/customer-files.ts';
import type { QueryOf } from '#contract/route.ts';
import { moneyOf } from '#contract/wire.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { openIdentity } from '../identity.ts';
import { everybodyFound } from '../search-queries.ts';

/** Customers read at a time: each piece is a separate query, so that a slow reader holds no connection. */
const BATCH = 1000;

interface CsvRow {
  id: number;
  display_name: string;
  name: string;
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  phone: string;
  billing: Readonly<Record<string, string>>;
  groups: string;
  flag: string;
  joined: string;
  orders: number;
  spent: number;
  last: string | null;
  points: number;
  birth_day_sealed: string | null;
  license_sealed: string | null;
}

type Column = readonly [title: string, value: (row: CsvRow) => CsvValue];

const COLUMNS: readonly Column[] = [
  ['ID', (row) => row.id],
  ['Display name', (row) => row.display_name],
  ['Name', (row) => row.name],
  ['First name', (row) => row.first_name],
  ['Last name', (row) => row.last_name],
  ['Username', (row) => row.username],
  ['Email', (row) => (isPlaceholderEmail(row.email) ? '' : row.email)],
  ['Phone', (row) => row.phone],
  ['Address', (row) => row.billing['address_1'] ?? ''],
  ['Address 2', (row) => row.billing['address_2'] ?? ''],
  ['City', (row) => row.billing['city'] ?? ''],
  ['State', (row) => row.billing['state'] ?? ''],
  ['ZIP', (row) => row.billing['postcode'] ?? ''],
  ['Country', (row) => row.billing['country'] ?? ''],
  ['Groups', (row) => row.groups],
  ['Flag', (row) => row.flag],
  ['Joined', (row) => row.joined],
  ['Orders', (row) => row.orders],
  ['Spent', (row) => moneyOf(row.spent)],
  ['Last order', (row) => row.last],
  ['Points', (row) => row.points],
];

const identityColumns = (secrets: Secrets): readonly Column[] => [
  ['Birth date', (row) => openIdentity(secrets, row.id, row).birthDay],
  ['Licence number', (row) => openIdentity(secrets, row.id, row).licenseNumber],
];

async function selectRows(db: Database, ids: readonly number[], timeZone: string): Promise<CsvRow[]> {
  const { rows } = await sql<CsvRow>`
    SELECT u.id, u.display_name, u.name, u.first_name, u.last_name, u.username, u.email, u.phone, coalesce(d.billing, '{}') AS billing,
           coalesce((SELECT string_agg(g.name, ', ' ORDER BY folded_plain(g.name)) FROM customer_group_members m
                       JOIN customer_groups g ON g.id = m.group_id WHERE m.customer_id = u.id), '') AS groups,
           concat_ws(': ', d.flag_kind, nullif(d.flag_text, '')) AS flag,
           (u.created_at AT TIME ZONE ${timeZone})::date::text AS joined, t.orders, t.spent,
           (t.last AT TIME ZONE ${timeZone})::date::text AS last, coalesce(b.balance, 0) AS points,
           c.birth_day_sealed, c.license_sealed
      FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS i(id, place)
      JOIN users u ON u.id = i.id LEFT JOIN customer_details d ON d.user_id = u.id LEFT JOIN points_balances b ON b.customer_id = u.id
      LEFT JOIN customer_identities c ON c.customer_id = u.id
     CROSS JOIN LATERAL (
       SELECT count(*)::integer AS orders, max(o.created_at) AS last,
              coalesce(sum(o.total_cents) FILTER (WHERE o.status IN ('completed', 'processing')), 0)::bigint AS spent
         FROM orders o WHERE o.customer_id = u.id AND o.voided_at IS NULL) t
     ORDER BY i.place`.execute(db);
  return rows;
}

/** The customers of a filter as CSV, in pieces, by name. The audit trail records it first. Rule: customers/csv. */
export async function* exportCustomers(
  { db, reads, secrets }: { db: Database; reads: Database; secrets: Secrets },
  staff: Staff,
  { search = '', group, flagged, identity = false }: QueryOf<typeof exportCustomersRoute>,
): AsyncGenerator<string> {
  const ids = await everybodyFound(reads, { search, role: 'customer', group, flagged });
  await writtenInLine(db, (tx) =>
    recordChange(tx, staff, {
      action: 'customers_exported',
      entity: 'user',
      entityId: 'list',
      details: { customers: ids.length, identity },
    }),
  );
  const columns = identity ? [...COLUMNS, ...identityColumns(secrets)] : COLUMNS;
  yield csvLine(columns.map(([title]) => title));
  for (let start = 0; start < ids.length; start += BATCH) {
    const began = performance.now();
    const rows = await selectRows(reads, ids.slice(start, start + BATCH), staff.timeZone);
    yield rows.map((row) => csvLine(columns.map(([, value]) => value(row)))).join('');
    // Between two pieces the tills get their turn, as with the export of orders.
    await pause(Math.min(performance.now() - began, 100));
  }
}
