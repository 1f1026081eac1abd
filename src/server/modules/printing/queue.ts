import { sql } from 'kysely';
import {
  type JobAction,
  type JobState,
  type LabelPrinter,
  type LabelPrintJob,
  type printLabelsRoute,
  STALE_LABELS,
} from '#contract/label-printers.ts';
import { fromWireTemplate } from '#contract/labels.ts';
import type { BodyOf } from '#contract/route.ts';
import { type LabelContent, layoutLabel } from '#domain/labels/layout.ts';
import { checkTemplate, type LabelTemplate } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import { darknessOf, zplOf } from '#domain/labels/zpl.ts';
import { setImmediate } from 'node:timers/promises';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { recordPrints } from '#server/modules/labels/service.ts';
import { Refusal } from '#server/refusal.ts';
import { loadedIn, settingOf } from './printers.ts';

interface JobRow {
  readonly id: number;
  readonly location_id: number;
  readonly printer_id: number;
  readonly printer: string;
  readonly title: string;
  readonly copies: number;
  readonly printed: number;
  readonly state: JobState;
  readonly reason: string | null;
  readonly cancelling: boolean;
  readonly version: number;
  readonly created_by: string;
  readonly queued_at: Date;
  readonly finished_at: Date | null;
  readonly stale: boolean;
}

/** Labels of so long ago are not printed: their prices may be others by now. Rule: labels/print-queue. */
export const STALE_H = 12;
/** SQL condition: the job (alias j) is too old. Rule: labels/print-queue. */
export const IS_STALE = sql<boolean>`j.queued_at < now() - make_interval(hours => ${sql.lit(STALE_H)})`;

const COLUMNS = sql`
  j.id, j.location_id, j.printer_id, (SELECT p.name FROM label_printers p WHERE p.id = j.printer_id) AS printer, j.title,
  j.copies, j.printed, j.state, j.reason, j.cancel_asked AS cancelling, j.version, j.queued_at, j.finished_at,
  ${IS_STALE} AS stale,
  (SELECT ${USER_NAME} FROM users u WHERE u.id = j.created_by) AS created_by`;
const LAST_ENDED = 50;
/** More open jobs than a shop can have by purpose. */
const MOST_OPEN = 200;
/** Laid out at once; then sales have their turn. */
const AT_ONCE = 5;

const toWire = ({ queued_at, finished_at, ...row }: JobRow): LabelPrintJob => ({
  ...row,
  // A former build that runs beside this one ends jobs without counting.
  printed: row.state === 'done' ? row.copies : row.printed,
  queued_at: queued_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
});

/** Rule: labels/print-queue. */
export async function listJobs(db: Database, staff: Staff): Promise<LabelPrintJob[]> {
  const locationId = locationToRead(staff, undefined);
  const { rows } = await sql<JobRow>`
    WITH shown AS (
      (SELECT id FROM label_print_jobs WHERE location_id = ${locationId} AND finished_at IS NULL
        ORDER BY id DESC LIMIT ${sql.lit(MOST_OPEN)})
      UNION ALL
      (SELECT id FROM label_print_jobs WHERE location_id = ${locationId} AND finished_at IS NOT NULL
        ORDER BY id DESC LIMIT ${sql.lit(LAST_ENDED)}))
    SELECT ${COLUMNS} FROM label_print_jobs j JOIN shown USING (id) ORDER BY j.id DESC`.execute(db);
  return rows.map(toWire);
}

type Asked = Pick<BodyOf<typeof printLabelsRoute>, 'template' | 'labels' | 'show_borders' | 'show_logo' | 'prints'>;

/** Labels that are ready for a printer. */
export interface ReadyLabels {
  readonly title: string;
  readonly template: string;
  readonly copies: number;
  readonly formats: readonly string[];
  readonly prints: Asked['prints'];
}

interface Printed {
  readonly content: LabelContent;
  readonly copies: number;
}

/** A hair: measures of templates and printers are rounded differently. */
const TOLERANCE_IN = 0.01;

async function drawn(
  printer: LabelPrinter,
  template: LabelTemplate,
  labels: readonly Printed[],
  look: { showBorders: boolean; showLogo: boolean },
): Promise<string[]> {
  const setting = settingOf(printer);
  const formats: string[] = [];
  for (const { content, copies } of labels) {
    const format = zplOf(layoutLabel(template, content, look, setting.dpi), copies, setting);
    formats.push(`${formats.length === 0 ? darknessOf(setting) : ''}${format}\n`);
    if (formats.length % AT_ONCE === 0) await setImmediate();
  }
  return formats;
}

/**
 * Labels drawn for the dots of a printer. @throws Refusal `not_valid` for a template that it cannot print
 */
export async function readyLabels(printer: LabelPrinter, asked: Asked): Promise<ReadyLabels> {
  const checked = checkTemplate(fromWireTemplate('asked', asked.template));
  if (!checked.ok) throw new Refusal('not_valid', TEMPLATE_WORDS[checked.refused.code]);
  const template = checked.value;
  const { page } = template;
  if (page.size !== 'roll')
    throw new Refusal('not_valid', 'A label printer prints on a roll. Choose a template of a roll.');
  if (page.widthIn > printer.width + TOLERANCE_IN || page.heightIn > printer.height + TOLERANCE_IN) {
    throw new Refusal(
      'not_valid',
      `${printer.name} has labels of ${printer.width} x ${printer.height} in, and those of ${template.name} are larger.`,
    );
  }
  const look = { showBorders: asked.show_borders, showLogo: asked.show_logo };
  const labels = asked.labels.map(({ copies, ...content }) => ({ content, copies }));
  const [first] = asked.labels;
  const others = asked.labels.length - 1;
  return {
    title: `${(first?.name ?? '').slice(0, 200) || 'Labels'}${others > 0 ? ` and ${others.toLocaleString('en-US')} more` : ''}`,
    template: template.name,
    copies: labels.reduce((sum, { copies }) => sum + copies, 0),
    formats: await drawn(printer, template, labels, look),
    prints: asked.prints,
  };
}

/** A label to see where the printer prints, how dark, and that its bars can be scanned. */
export async function testLabel(printer: LabelPrinter): Promise<ReadyLabels> {
  const template = loadedIn(printer);
  const content: LabelContent = {
    name: printer.name,
    lines: [
      { text: `Test print, ${printer.dpi} dpi` },
      { text: `${printer.width} x ${printer.height} in, the border is its edge` },
    ],
    barcode: { symbology: 'code128', text: 'TEST' },
  };
  return {
    title: 'Test label',
    template: template.name,
    copies: 1,
    formats: await drawn(printer, template, [{ content, copies: 1 }], { showBorders: true, showLogo: false }),
    prints: [],
  };
}

async function readJob(tx: Tx, id: number): Promise<LabelPrintJob> {
  const { rows } = await sql<JobRow>`SELECT ${COLUMNS} FROM label_print_jobs j WHERE j.id = ${id}`.execute(tx);
  if (!rows[0]) throw new Error('a print job was not written');
  return toWire(rows[0]);
}

/** @throws Refusal `not_found` when the printer is gone by now */
export async function queueLabels(
  tx: Tx,
  staff: Staff,
  printer: LabelPrinter,
  { title, template, copies, formats, prints }: ReadyLabels,
  /** Since it was first sent: the prices of a repeated request are as old. */
  ageMs: number,
): Promise<LabelPrintJob> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO label_print_jobs (location_id, printer_id, title, template, copies, formats, prints, created_by, queued_at)
    VALUES (${printer.location_id}, ${printer.id}, ${title}, ${template}, ${copies},
            ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(formats)}::jsonb)), ${JSON.stringify(prints)}::jsonb, ${staff.id},
            now() - make_interval(secs => ${ageMs / 1000}))
    RETURNING id`
    .execute(tx)
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'label_print_jobs_printer_id_fkey') throw error;
      throw new Refusal('not_found', 'There is no such printer at your location.');
    });
  const id = rows[0]?.id ?? 0;
  await recordChange(tx, staff, {
    action: 'labels_queued',
    entity: 'label_printer',
    entityId: printer.id,
    details: { job: id, title, template, copies },
  });
  return readJob(tx, id);
}

/** The states that each action starts from. */
const FROM: Record<JobAction, readonly JobState[]> = {
  cancel: ['waiting', 'printing', 'unsure', 'failed'],
  retry: ['failed', 'unsure', 'cancelled'],
  printed: ['unsure'],
};

/** Labels that came out before a print was cancelled: whole formats, and the copies that the next one lacks (0: it was not begun). */
export interface CameOut {
  readonly formats: number;
  readonly copiesLeft: number;
}

type Prints = ReadyLabels['prints'];

function printedOf(prints: Prints, formats: number, { formats: whole, copiesLeft }: CameOut): Prints {
  // Somebody else's labels than a till's may have their prints in another order.
  if (prints.length !== formats) return [];
  const inPrint = copiesLeft > 0 ? prints.slice(whole, whole + 1) : [];
  const begun = inPrint.map((print) => ({ ...print, copies: print.copies - copiesLeft }));
  return [...prints.slice(0, whole), ...begun.filter(({ copies }) => copies > 0)];
}

/**
 * Records the labels of a job as printed, for whoever sent it. Those of products that are deleted meanwhile are left out.
 * Rule: labels/recorded-prints.
 */
export async function recordJob(tx: Tx, id: number, cameOut?: CameOut): Promise<void> {
  const { rows } = await sql<{
    location_id: number;
    template: string;
    created_by: number;
    formats: number;
    prints: Prints;
    /** Places of the prints whose products are there, from 1. */
    there: number[];
  }>`
    SELECT j.location_id, j.template, j.created_by, cardinality(j.formats) AS formats, j.prints,
           ARRAY(SELECT p.place::integer FROM jsonb_array_elements(j.prints) WITH ORDINALITY AS p(print, place)
                  WHERE (p.print->>'product_id' IS NULL OR EXISTS (SELECT FROM products WHERE id = (p.print->>'product_id')::integer))
                    AND (p.print->>'variation_id' IS NULL OR EXISTS (SELECT FROM variations WHERE id = (p.print->>'variation_id')::integer)))
             AS there
      FROM label_print_jobs j WHERE j.id = ${id}`.execute(tx);
  const [job] = rows;
  if (!job) return;
  const { location_id: locationId, template, created_by: by, there } = job;
  const isThere = new Set(there);
  const printed = cameOut ? printedOf(job.prints, job.formats, cameOut) : job.prints;
  const prints = printed.filter((_, place) => isThere.has(place + 1));
  if (prints.length === 0) return;
  const sender = { kind: 'staff', id: by, locationId } as const;
  await recordPrints(tx, sender, locationId, { template, method: 'printer', labels: prints });
}

/** @throws Refusal as `settleLabelJobRoute` lists */
export async function settleJob(
  tx: Tx,
  staff: Staff,
  id: number,
  { action, expected_version: version }: { action: JobAction; expected_version: number },
): Promise<LabelPrintJob> {
  const { rows } = await sql<Pick<JobRow, 'state' | 'version' | 'stale'>>`
    SELECT state, version, ${IS_STALE} AS stale FROM label_print_jobs j
     WHERE id = ${id} AND location_id = ${locationToWrite(staff, undefined)} FOR UPDATE`.execute(tx);
  const [job] = rows;
  if (!job) throw new Refusal('not_found', 'There is no such print at your location.');
  if (job.version !== version) {
    throw new Refusal('changed_meanwhile', 'The print has moved on meanwhile. Nothing was changed.', {
      details: { current: await readJob(tx, id) },
    });
  }
  if (!FROM[action].includes(job.state))
    throw new Refusal('status_conflict', 'The print has moved on meanwhile. Nothing was changed.');
  if (action === 'retry' && job.stale) throw new Refusal('status_conflict', STALE_LABELS);
  if (action === 'cancel' && job.state === 'printing') {
    await sql`UPDATE label_print_jobs SET cancel_asked = true WHERE id = ${id}`.execute(tx);
  } else if (action === 'retry') {
    await sql`
      UPDATE label_print_jobs SET state = 'waiting', reason = NULL, attempts = 0, run_at = now(), sent_at = NULL,
             cancel_asked = false, finished_at = NULL, printed = 0, version = version + 1 WHERE id = ${id}`.execute(tx);
  } else {
    if (action === 'printed') await recordJob(tx, id);
    const ended = action === 'printed' ? 'done' : 'cancelled';
    await sql`
      UPDATE label_print_jobs SET state = ${ended}, finished_at = now(), version = version + 1,
             reason = CASE WHEN ${ended} = 'done' THEN NULL ELSE reason END,
             printed = CASE WHEN ${ended} = 'done' THEN copies ELSE printed END WHERE id = ${id}`.execute(tx);
  }
  await recordChange(tx, staff, {
    action: `label_job_${action === 'printed' ? 'settled' : action === 'retry' ? 'repeated' : 'cancelled'}`,
    entity: 'label_print_job',
    entityId: id,
    details: { from: job.state },
  });
  return readJob(tx, id);
}
