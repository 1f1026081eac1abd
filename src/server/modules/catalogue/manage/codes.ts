import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { isValidBarcode, lookupCode, withCheckDigit } from '#domain/barcode.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';

/** "codes" in ASCII: held while an item gets a code, because no index spans products and variations. */
const CODES_LOCK = String(0x636f646573n);
/** GS1 General Specifications 2.1: 20 to 29 are for use within one company. */
const OWN_PREFIX = '28';

/** The new SKU or barcode that a request asks for an item; null removes it. */
export interface AskedCode {
  readonly kind: 'sku' | 'barcode';
  readonly code: string | null;
  readonly productId: number | null;
  readonly variationId: number | null;
}

type GivenCode = AskedCode & { readonly code: string };

/** A code as it is kept; null for none. */
export function givenCode(code: string | null): string | null {
  const trimmed = code?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** A barcode as it is kept: its digits. @throws Refusal `barcode_not_valid` */
export function givenBarcode(typed: string | null): string | null {
  const code = givenCode(typed)?.replaceAll(/[\s-]/g, '') ?? null;
  if (code !== null && !isValidBarcode(code)) {
    throw new Refusal(
      'barcode_not_valid',
      `${code} is no barcode: it needs 12 digits (UPC-A) or 13 (EAN-13), and a last digit that fits the others.`,
      { details: { field: 'barcode' } },
    );
  }
  return code;
}

/** The forms in which the code may be stored elsewhere: a UPC-A is the EAN-13 with a 0 in front. */
function formsOf(code: string): string[] {
  const form = lookupCode(code);
  return form.startsWith('0') && isValidBarcode(form) ? [form, form.slice(1)] : [form];
}

/** An item that has a code. */
export interface CodeHolder extends Pick<AskedCode, 'kind'> {
  readonly code: string;
  readonly product_id: number;
  readonly variation_id: number | null;
  readonly name: string;
}

/** Products and variations that have one of the codes, in any form, as their SKU or barcode. */
export async function selectHolders(db: Database, codes: readonly string[]): Promise<CodeHolder[]> {
  const forms = codes.flatMap(formsOf);
  const { rows } = await sql<CodeHolder>`
    SELECT c.kind, lower(c.code) AS code, c.product_id, c.variation_id, p.name
      FROM (SELECT 'sku' AS kind, sku AS code, id AS product_id, NULL::integer AS variation_id FROM products WHERE lower(sku) = ANY(${forms}::text[])
            UNION ALL SELECT 'barcode', barcode, id, NULL FROM products WHERE barcode = ANY(${forms}::text[])
            UNION ALL SELECT 'sku', sku, product_id, id FROM variations WHERE lower(sku) = ANY(${forms}::text[])
            UNION ALL SELECT 'barcode', barcode, product_id, id FROM variations WHERE barcode = ANY(${forms}::text[])) c
      JOIN products p ON p.id = c.product_id`.execute(db);
  return rows;
}

/**
 * Makes sure that codes are free, until the end of the transaction: a scanner may mean one item only, by barcode or SKU. The
 * terms are locked before it, so that no import gives codes meanwhile.
 * Rule: catalogue/codes. @throws Refusal `sku_taken`, `barcode_taken`
 * @param deleted variations that the same request deletes, and their codes with them
 */
export async function requireFreeCodes(
  tx: Tx,
  changed: readonly AskedCode[],
  deleted: readonly number[] = [],
): Promise<void> {
  const asked = changed.flatMap(({ code, ...item }) => (code === null ? [] : [{ code, ...item }]));
  if (asked.length === 0) return;
  const seen = new Map<string, GivenCode>();
  for (const one of asked) {
    const other = seen.get(lookupCode(one.code));
    const isSameItem = other?.productId === one.productId && other.variationId === one.variationId;
    if (other && (other.kind === one.kind || !isSameItem)) throw taken(one, null, 'another variation of this product');
    seen.set(lookupCode(one.code), one);
  }
  await sql`SELECT pg_advisory_xact_lock(${sql.raw(CODES_LOCK)})`.execute(tx);
  const rows = await selectHolders(
    tx,
    asked.map(({ code }) => code),
  );
  for (const one of asked) {
    const holder = rows.find(
      ({ kind, code, product_id: productId, variation_id: variationId }) =>
        lookupCode(code) === lookupCode(one.code) &&
        (productId !== one.productId || variationId !== one.variationId) &&
        (variationId === null || !deleted.includes(variationId)) &&
        // A holder that gives it up by the same request is judged by what it gets.
        !changed.some(
          (other) => other.productId === productId && other.variationId === variationId && other.kind === kind,
        ),
    );
    if (holder) throw taken(one, holder.product_id, holder.name);
  }
}

function taken({ kind, code }: GivenCode, productId: number | null, name: string): Refusal {
  const sentence = `${kind === 'sku' ? 'SKU' : 'Barcode'} ${code} belongs to ${name} already.`;
  return new Refusal(`${kind}_taken`, sentence, { details: { field: kind, value: code, product_id: productId, name } });
}

const MOST_TRIES = 20;

/** A SKU and a barcode that nothing has. Two people may be offered the same ones; only one of them can save them. */
export async function newCodes(db: Database): Promise<{ sku: string; barcode: string }> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const sku = `P-${randomInt(100_000, 1_000_000)}`;
    const barcode = withCheckDigit(`${OWN_PREFIX}${String(randomInt(0, 10 ** 10)).padStart(10, '0')}`);
    const { rows } = await sql<{ known: boolean }>`
      SELECT EXISTS (SELECT FROM products WHERE lower(sku) = lower(${sku}) OR barcode = ${barcode})
          OR EXISTS (SELECT FROM variations WHERE lower(sku) = lower(${sku}) OR barcode = ${barcode}) AS known`.execute(
      db,
    );
    if (rows[0]?.known === false) return { sku, barcode };
  }
  throw new Refusal('server_busy', 'No free code was found. Try again.');
}
