import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { importCustomersRoute, previewCustomerImportRoute } from '#contract/customer-files.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { csvLine } from '#domain/csv.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { inPieces } from '#server/http/serve/in-pieces.ts';
import type { Problem } from '#server/modules/catalogue-import/service.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { takenNames } from '../queries.ts';
import { findMatches, problemOf } from './matches.ts';
import { type CustomerFile, type ReadCustomer, readingCustomerFile } from './read.ts';
import { insertCustomers } from './write.ts';

type Body = BodyOf<typeof importCustomersRoute>;

const MOST_ROWS = 20_000;
const SHOWN_PROBLEMS = 200;
const SHOWN_ROWS = 5;

interface Plan {
  readonly create: readonly ReadCustomer[];
  readonly skipped: number;
  readonly problems: readonly Problem[];
}

/** Reads the file of an import or a preview. @throws Refusal `not_valid` for a file that is too long. */
export async function customerFileOf({ file, mapping = {} }: Body, now: Date): Promise<CustomerFile> {
  const read = await inPieces(readingCustomerFile(Buffer.from(file, 'base64'), mapping, now));
  if (read.rows.length > MOST_ROWS)
    throw new Refusal('not_valid', `The file has ${read.rows.length} rows; import at most ${MOST_ROWS} at a time.`);
  return read;
}

async function planned(
  db: Database,
  secrets: Secrets,
  staff: Staff,
  file: CustomerFile,
  onMatch: Body['on_match'],
): Promise<Plan> {
  const matches = await findMatches(db, secrets, file.customers, { withBirthDates: may(staff, 'see-identity') });
  const isSkipped = new Set(onMatch === 'skip' ? matches.map(({ line }) => line) : []);
  const stops = onMatch === 'skip' ? [] : matches.filter(({ isTaken }) => isTaken || onMatch === 'refuse');
  const problems = [...file.problems, ...stops.map(problemOf)].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const isBad = new Set(problems.map(({ line }) => line));
  return {
    create: file.customers.filter(({ line }) => !isSkipped.has(line) && !isBad.has(line)),
    skipped: isSkipped.size,
    problems,
  };
}

/** The rows with problems as they are in the file, with the reasons in front; defused, for it is opened in a spreadsheet. */
function badRows({ header, rows }: CustomerFile, problems: readonly Problem[]): string {
  const reasons = new Map<number | null, Problem[]>();
  for (const problem of problems) reasons.set(problem.line, [...(reasons.get(problem.line) ?? []), problem]);
  const lines = rows.flatMap((row) => {
    const wrong = reasons.get(row.line);
    if (wrong === undefined) return [];
    const said = wrong.map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`)).join('; ');
    return [csvLine([`Line ${row.line}: ${said}`, ...row.cells.slice(0, header.length)])];
  });
  return lines.length === 0 ? '' : [csvLine(['Problem', ...header]), ...lines].join('');
}

/**
 * The customers who look like the person of a row by its birth date; null when no birth date is compared.
 * Rule: customers/birth-and-licence.
 */
export async function foundByBirthDate(
  db: Database,
  secrets: Secrets,
  staff: Staff,
  file: CustomerFile,
): Promise<number[] | null> {
  const born = file.customers.filter(({ born: day }) => day !== null);
  if (born.length === 0 || !may(staff, 'see-identity')) return null;
  const matches = await findMatches(db, secrets, born, { withBirthDates: true });
  return [...new Set(matches.flatMap(({ bornLike }) => bornLike ?? []))];
}

/** The effects of an import; changes nothing. Rule: customers/import. @throws Refusal `not_valid`. */
export async function previewImport(
  db: Database,
  secrets: Secrets,
  staff: Staff,
  body: Body,
  file: CustomerFile,
): Promise<ReplyOf<typeof previewCustomerImportRoute>['data']> {
  const { create, skipped, problems } = await planned(db, secrets, staff, file, body.on_match);
  return {
    encoding: file.encoding,
    header: [...file.header],
    mapping: Object.fromEntries([...file.columns].map(([field, at]) => [field, file.header[at] ?? ''])),
    rows: file.rows.length,
    create: create.length,
    skip: skipped,
    bad: new Set(problems.flatMap(({ line }) => (line === null || line === 1 ? [] : [line]))).size,
    problems: problems.slice(0, SHOWN_PROBLEMS).map((problem) => ({ ...problem })),
    sample: create.slice(0, SHOWN_ROWS).map(({ cells }) => ({ ...cells })),
    bad_rows: badRows(file, problems),
  };
}

/**
 * Imports customers: all rows, or none when any has a problem. Rule: customers/import.
 * @throws Refusal `import_not_clean` with the problems.
 */
export async function importCustomers(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  body: Body,
  file: CustomerFile,
): Promise<ReplyOf<typeof importCustomersRoute>['data']> {
  // Nobody else adds a person until this is written.
  await takenNames(tx, []);
  const { create, skipped, problems } = await planned(tx, secrets, staff, file, body.on_match);
  if (problems.length > 0) {
    const [first] = problems;
    const where = first?.line ? `Line ${first.line}` : 'The file';
    throw new Refusal(
      'import_not_clean',
      `Nothing was imported: ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}. ${where} ${first?.reason ?? ''}.`,
      { details: { problems: problems.slice(0, SHOWN_PROBLEMS) } },
    );
  }
  await insertCustomers(tx, secrets, staff, create);
  await recordChange(tx, staff, {
    action: 'customers_imported',
    entity: 'user',
    entityId: 'list',
    details: { created: create.length, skipped, sha256: createHash('sha256').update(body.file).digest('hex') },
  });
  if (create.length > 1000) await sql`ANALYZE users`.execute(tx);
  return { created: create.length, skipped };
}
