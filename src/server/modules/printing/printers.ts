import { sql } from 'kysely';
import type { LabelPrinter, PrinterFields } from '#contract/label-printers.ts';
import { checkTemplate, type LabelTemplate, roll } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import type { PrinterDpi, PrinterSetting } from '#domain/labels/zpl.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { isOffered, type Reach } from './addresses.ts';

interface PrinterRow {
  readonly id: number;
  readonly location_id: number;
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly language: 'zpl';
  readonly dpi: PrinterDpi;
  readonly width: number;
  readonly height: number;
  readonly offset_x: number;
  readonly offset_y: number;
  readonly darkness: number | null;
  readonly is_default: boolean;
  readonly version: number;
  readonly updated_at: Date;
}

const COLUMNS = sql`
  id, location_id, name, host, port, language, dpi, width_in::float8 AS width, height_in::float8 AS height,
  offset_x_in::float8 AS offset_x, offset_y_in::float8 AS offset_y, darkness, is_default, version, updated_at`;
/** A location has fewer. */
const MOST_PRINTERS = 50;

const toWire = ({ updated_at, ...row }: PrinterRow): LabelPrinter => ({ ...row, updated_at: updated_at.toISOString() });

/** Rule: labels/printers. */
export async function listPrinters(db: Database, staff: Staff): Promise<LabelPrinter[]> {
  const { rows } = await sql<PrinterRow>`
    SELECT ${COLUMNS} FROM label_printers WHERE location_id = ${locationToRead(staff, undefined)}
     ORDER BY lower(name), id LIMIT ${sql.lit(MOST_PRINTERS)}`.execute(db);
  return rows.map(toWire);
}

/** @throws Refusal `not_found` */
export async function readPrinter(db: Database, staff: Staff, id: number): Promise<LabelPrinter> {
  const { rows } = await sql<PrinterRow>`
    SELECT ${COLUMNS} FROM label_printers
     WHERE id = ${id} AND location_id = ${locationToRead(staff, undefined)}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found', 'There is no such printer at your location.');
  return toWire(rows[0]);
}

export const settingOf = ({ dpi, offset_x, offset_y, darkness }: LabelPrinter): PrinterSetting => ({
  dpi,
  offsetXIn: offset_x,
  offsetYIn: offset_y,
  darkness,
});

/** The labels in a printer as a template. */
export function loadedIn({ width, height }: Pick<PrinterFields, 'width' | 'height'>): LabelTemplate {
  return roll(width, height, Math.min(12, Math.max(6, height * 9)));
}

/** @throws Refusal `not_valid` for a printer that could not be printed on */
function checked(fields: PrinterFields, reach: Reach): PrinterFields {
  const name = fields.name.trim();
  const host = fields.host.trim();
  if (name === '') throw new Refusal('not_valid', 'Please enter a name for the printer.');
  if (!isOffered(host, reach)) {
    throw new Refusal(
      'not_valid',
      'Please enter a private address of your network, like 192.168.1.50, or the name of the printer in it.',
    );
  }
  const printable = checkTemplate(loadedIn(fields));
  if (!printable.ok) throw new Refusal('not_valid', TEMPLATE_WORDS[printable.refused.code]);
  return { ...fields, name, host };
}

const AUDITED_NOT = ['id', 'location_id', 'version', 'updated_at'] as const;

async function written(name: string, write: Promise<{ rows: PrinterRow[] }>): Promise<LabelPrinter> {
  const { rows } = await write.catch((error: unknown) => {
    if (constraintOf(error) !== 'label_printers_name_once') throw error;
    throw new Refusal('label_printer_exists', `There is a printer called ${name} already. Nothing was saved.`);
  });
  if (!rows[0]) throw new Error('a label printer was not written');
  return toWire(rows[0]);
}

/** Only one printer is the default. The lock makes two people who choose one wait for each other. */
async function leaveDefault(tx: Tx, staff: Staff, locationId: number, except: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`default label printer ${locationId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    UPDATE label_printers SET is_default = false, version = version + 1, updated_at = now()
     WHERE location_id = ${locationId} AND is_default AND id <> ${except} RETURNING id`.execute(tx);
  for (const { id } of rows) {
    await recordChange(tx, staff, {
      action: 'label_printer_changed',
      entity: 'label_printer',
      entityId: id,
      details: { is_default: { from: true, to: false } },
    });
  }
}

/** @throws Refusal as `createLabelPrinterRoute` lists */
export async function createPrinter(tx: Tx, staff: Staff, fields: PrinterFields, reach: Reach): Promise<LabelPrinter> {
  const locationId = locationToWrite(staff, undefined);
  const to = checked(fields, reach);
  const { rows: made } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM label_printers WHERE location_id = ${locationId}`.execute(tx);
  if ((made[0]?.count ?? 0) >= MOST_PRINTERS)
    throw new Refusal('not_valid', `A location has at most ${MOST_PRINTERS} label printers. Delete one of them first.`);
  if (to.is_default) await leaveDefault(tx, staff, locationId, 0);
  const row = await written(
    to.name,
    sql<PrinterRow>`
      INSERT INTO label_printers (location_id, name, host, port, language, dpi, width_in, height_in, offset_x_in, offset_y_in, darkness, is_default)
      VALUES (${locationId}, ${to.name}, ${to.host}, ${to.port}, ${to.language}, ${to.dpi}, ${to.width}, ${to.height},
              ${to.offset_x}, ${to.offset_y}, ${to.darkness}, ${to.is_default})
      RETURNING ${COLUMNS}`.execute(tx),
  );
  await recordChange(tx, staff, {
    action: 'label_printer_created',
    entity: 'label_printer',
    entityId: row.id,
    details: { to },
  });
  return row;
}

/** The row under its lock. @throws Refusal `not_found`, `changed_meanwhile` */
async function lockPrinter(tx: Tx, staff: Staff, id: number, version: number | undefined): Promise<PrinterRow> {
  const { rows } = await sql<PrinterRow>`
    SELECT ${COLUMNS} FROM label_printers
     WHERE id = ${id} AND location_id = ${locationToWrite(staff, undefined)} FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such printer at your location.');
  if (version === undefined || version === row.version) return row;
  throw new Refusal('changed_meanwhile', 'Somebody changed this printer meanwhile. Nothing was saved.', {
    details: { current: toWire(row) },
  });
}

/** @throws Refusal as `changeLabelPrinterRoute` lists */
export async function changePrinter(
  tx: Tx,
  staff: Staff,
  id: number,
  { expected_version: version, ...fields }: PrinterFields & { expected_version: number },
  reach: Reach,
): Promise<LabelPrinter> {
  const to = checked(fields, reach);
  // Before the row, as everybody takes them.
  if (to.is_default) await leaveDefault(tx, staff, locationToWrite(staff, undefined), id);
  const before = await lockPrinter(tx, staff, id, version);
  const row = await written(
    to.name,
    sql<PrinterRow>`
      UPDATE label_printers
         SET name = ${to.name}, host = ${to.host}, port = ${to.port}, language = ${to.language}, dpi = ${to.dpi},
             width_in = ${to.width}, height_in = ${to.height}, offset_x_in = ${to.offset_x}, offset_y_in = ${to.offset_y},
             darkness = ${to.darkness}, is_default = ${to.is_default}, version = version + 1, updated_at = now()
       WHERE id = ${id} RETURNING ${COLUMNS}`.execute(tx),
  );
  await recordChange(tx, staff, {
    action: 'label_printer_changed',
    entity: 'label_printer',
    entityId: id,
    details: differences(toWire(before), row, AUDITED_NOT),
  });
  return row;
}

/** @throws Refusal as `deleteLabelPrinterRoute` lists */
export async function deletePrinter(tx: Tx, staff: Staff, id: number, version: number | undefined): Promise<number> {
  const before = await lockPrinter(tx, staff, id, version);
  const { rows } = await sql`
    SELECT 1 FROM label_print_jobs WHERE printer_id = ${id} AND state = 'printing' LIMIT 1`.execute(tx);
  if (rows.length > 0)
    throw new Refusal('status_conflict', `${before.name} is printing. Wait for its end, or cancel the print first.`);
  await sql`DELETE FROM label_printers WHERE id = ${id}`.execute(tx);
  await recordChange(tx, staff, {
    action: 'label_printer_deleted',
    entity: 'label_printer',
    entityId: id,
    details: { from: toWire(before) },
  });
  return before.location_id;
}
