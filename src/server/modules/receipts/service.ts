import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { changeReceiptSettingsRoute, ReceiptSettings, StoredLogo } from '#contract/receipts.ts';
import type { BodyOf } from '#contract/route.ts';
import type { ReceiptLogo, ReceiptStyle } from '#domain/receipt-paper.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

interface Dots {
  readonly width: number;
  readonly height: number;
  readonly png: Buffer;
}
type LogoRow = Dots & { readonly hash: string };

const asStored = ({ hash, width, height, png }: LogoRow): StoredLogo => ({
  hash,
  width,
  height,
  png: png.toString('base64'),
});

export async function readReceiptSettings(db: Database | Tx): Promise<ReceiptSettings> {
  const { rows } = await sql<ReceiptSettings>`
    SELECT paper_mm, logo, qr, qr_address, header, footer, version FROM receipt_settings`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('there are no settings of receipts');
  return row;
}

export function receiptStyleOf(settings: ReceiptSettings): ReceiptStyle {
  const { paper_mm: paperMm, qr_address: qrAddress, logo, qr, header, footer } = settings;
  return { paperMm, logo, qr, qrAddress, header, footer };
}

/** The logos that the business and its locations use. */
export async function logosInUse(db: Database): Promise<StoredLogo[]> {
  const { rows } = await sql<LogoRow>`
    SELECT g.hash, g.width, g.height, g.png FROM receipt_logos g
     WHERE g.hash IN (SELECT logo FROM receipt_settings UNION SELECT receipt_logo FROM locations) ORDER BY g.hash`.execute(
    db,
  );
  return rows.map(asStored);
}

/** @param name a hash, or 'none' */
export async function readLogo(db: Database, name: string): Promise<ReceiptLogo | null> {
  if (name === 'none') return null;
  const { rows } = await sql<LogoRow>`
    SELECT hash, width, height, png FROM receipt_logos WHERE hash = ${name}`.execute(db);
  return rows[0] ? asStored(rows[0]) : null;
}

/** @throws Refusal `not_valid` */
export async function requireLogo(tx: Tx, name: string | null): Promise<void> {
  if (name === null || name === 'none') return;
  const { rows } = await sql`SELECT FROM receipt_logos WHERE hash = ${name}`.execute(tx);
  if (rows.length === 0) {
    throw new Refusal('not_valid', 'This logo is not stored here. Choose it again.', { details: { field: 'logo' } });
  }
}

/** Stores a logo, once. Rule: orders/receipt-paper. */
export async function storeLogo(tx: Tx, staff: Staff, { png, width, height }: Dots): Promise<StoredLogo> {
  const hash = createHash('sha256').update(png).digest('hex');
  const { rows } = await sql`
    INSERT INTO receipt_logos (hash, width, height, png, created_by) VALUES (${hash}, ${width}, ${height}, ${png}, ${staff.id})
    ON CONFLICT (hash) DO NOTHING RETURNING hash`.execute(tx);
  if (rows.length > 0) {
    const details = { width, height };
    await recordChange(tx, staff, { action: 'receipt_logo_stored', entity: 'receipts', entityId: hash, details });
  }
  return asStored({ hash, width, height, png });
}

/**
 * Changes the receipt settings that hold for locations without their own. Rule: orders/receipt-paper.
 * @throws Refusal as `changeReceiptSettingsRoute` lists; 422 `not_valid`
 */
export async function changeReceiptSettings(
  tx: Tx,
  by: Staff,
  { version, ...body }: BodyOf<typeof changeReceiptSettingsRoute>,
): Promise<ReceiptSettings> {
  await sql`SELECT FROM receipt_settings FOR UPDATE`.execute(tx);
  const before = await readReceiptSettings(tx);
  if (version !== undefined && version !== before.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else changed this meanwhile. Nothing was saved.', {
      details: { current: before },
    });
  }
  const wanted: ReceiptSettings = {
    paper_mm: body.paper_mm ?? before.paper_mm,
    logo: body.logo ?? before.logo,
    qr: body.qr ?? before.qr,
    qr_address: body.qr_address ?? before.qr_address,
    header: body.header ?? before.header,
    footer: body.footer ?? before.footer,
    version: before.version,
  };
  if (wanted.qr === 'address' && wanted.qr_address === '') {
    throw new Refusal('not_valid', 'Give the address that the QR code holds.', { details: { field: 'qr_address' } });
  }
  await requireLogo(tx, wanted.logo);
  const changes = differences(before, wanted, ['version']);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'Receipts are like that already.');
  await sql`
    UPDATE receipt_settings SET paper_mm = ${wanted.paper_mm}, logo = ${wanted.logo}, qr = ${wanted.qr},
           qr_address = ${wanted.qr_address}, header = ${wanted.header}, footer = ${wanted.footer}`.execute(tx);
  await recordChange(tx, by, {
    action: 'receipt_settings',
    entity: 'receipts',
    entityId: 'settings',
    details: changes,
  });
  return readReceiptSettings(tx);
}
