import { sql } from 'kysely';
import { fromWireTemplate, type WireLabelTemplate } from '#contract/labels.ts';
import type { OwnLabelTemplate } from '#contract/label-templates.ts';
import { checkTemplate } from '#domain/labels/template.ts';
import { TEMPLATE_WORDS } from '#domain/labels/template-words.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

interface TemplateRow {
  readonly id: number;
  readonly location_id: number;
  readonly body: WireLabelTemplate;
  readonly version: number;
  readonly updated_at: Date;
}

const COLUMNS = sql`id, location_id, body, version, updated_at`;
/** A location has fewer kinds of stock. Rule: labels/own-templates. */
const MOST_TEMPLATES = 100;

const toWire = ({ body, updated_at, ...row }: TemplateRow): OwnLabelTemplate => ({
  ...row,
  template: body,
  updated_at: updated_at.toISOString(),
});

/** Rule: labels/own-templates. */
export async function listTemplates(db: Database, staff: Staff): Promise<OwnLabelTemplate[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT ${COLUMNS} FROM label_templates WHERE location_id = ${locationToRead(staff, undefined)}
     ORDER BY lower(name), id LIMIT ${sql.lit(MOST_TEMPLATES)}`.execute(db);
  return rows.map(toWire);
}

/** @throws Refusal `not_valid` for a template without a name, or one that cannot be printed */
function checked(template: WireLabelTemplate): { name: string; body: string } {
  const name = template.template_name.trim();
  if (name === '') throw new Refusal('not_valid', 'Please enter a name for the template.');
  const printable = checkTemplate(fromWireTemplate('asked', template));
  if (!printable.ok) throw new Refusal('not_valid', TEMPLATE_WORDS[printable.refused.code]);
  return { name, body: JSON.stringify({ ...template, template_name: name }) };
}

async function written(name: string, write: Promise<{ rows: TemplateRow[] }>): Promise<OwnLabelTemplate> {
  const { rows } = await write.catch((error: unknown) => {
    if (constraintOf(error) !== 'label_templates_name_once') throw error;
    throw new Refusal('label_template_exists', `There is a template called ${name} already. Nothing was saved.`);
  });
  if (!rows[0]) throw new Error('a label template was not written');
  return toWire(rows[0]);
}

/** @throws Refusal as `createLabelTemplateRoute` lists */
export async function createTemplate(tx: Tx, staff: Staff, template: WireLabelTemplate): Promise<OwnLabelTemplate> {
  const locationId = locationToWrite(staff, undefined);
  const { name, body } = checked(template);
  const { rows: made } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM label_templates WHERE location_id = ${locationId}`.execute(tx);
  if ((made[0]?.count ?? 0) >= MOST_TEMPLATES) {
    throw new Refusal('not_valid', `A location has at most ${MOST_TEMPLATES} templates. Delete one of them first.`);
  }
  const row = await written(
    name,
    sql<TemplateRow>`
      INSERT INTO label_templates (location_id, name, body) VALUES (${locationId}, ${name}, ${body}::jsonb)
      RETURNING ${COLUMNS}`.execute(tx),
  );
  await recordChange(tx, staff, {
    action: 'label_template_created',
    entity: 'label_template',
    entityId: row.id,
    details: { to: row.template },
  });
  return row;
}

/** The row under its lock. @throws Refusal `not_found`, `changed_meanwhile` */
async function lockTemplate(tx: Tx, staff: Staff, id: number, version: number | undefined): Promise<TemplateRow> {
  const { rows } = await sql<TemplateRow>`
    SELECT ${COLUMNS} FROM label_templates
     WHERE id = ${id} AND location_id = ${locationToWrite(staff, undefined)} FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such template at your location.');
  if (version === undefined || version === row.version) return row;
  throw new Refusal('changed_meanwhile', 'Somebody changed this template meanwhile. Nothing was saved.', {
    details: { current: toWire(row) },
  });
}

/** @throws Refusal as `changeLabelTemplateRoute` lists */
export async function changeTemplate(
  tx: Tx,
  staff: Staff,
  id: number,
  { template, expected_version: version }: { template: WireLabelTemplate; expected_version: number },
): Promise<OwnLabelTemplate> {
  const { name, body } = checked(template);
  const before = await lockTemplate(tx, staff, id, version);
  const row = await written(
    name,
    sql<TemplateRow>`
      UPDATE label_templates SET name = ${name}, body = ${body}::jsonb, version = version + 1, updated_at = now()
       WHERE id = ${id} RETURNING ${COLUMNS}`.execute(tx),
  );
  await recordChange(tx, staff, {
    action: 'label_template_changed',
    entity: 'label_template',
    entityId: id,
    details: { from: before.body, to: row.template },
  });
  return row;
}

/** @throws Refusal as `deleteLabelTemplateRoute` lists */
export async function deleteTemplate(tx: Tx, staff: Staff, id: number, version: number | undefined): Promise<number> {
  const { body, location_id: locationId } = await lockTemplate(tx, staff, id, version);
  await sql`DELETE FROM label_templates WHERE id = ${id}`.execute(tx);
  await recordChange(tx, staff, {
    action: 'label_template_deleted',
    entity: 'label_template',
    entityId: id,
    details: { from: body },
  });
  return locationId;
}
