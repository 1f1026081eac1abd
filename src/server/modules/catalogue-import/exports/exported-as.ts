import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { csvLine } from '#domain/csv.ts';
import type { Database } from '#server/db/pool.ts';
import { inPieces } from '#server/http/serve/in-pieces.ts';
import type { Item } from '../read/items.ts';
import { readingCatalogueFile } from '../read/read-file.ts';
import type { OwnRow } from './own-rows.ts';

/** The column that tells a later import what was edited. Rule: catalogue/exports. */
export const EXPORTED_AS = 'Exported as';

const DIGEST_LENGTH = 16;

/** A digest of an item without its stock; equal for cells that a spreadsheet wrote in another way ("4.50", "4.5"). */
export function digestOf(item: Item): string {
  const { line: _line, exportedAs: _exportedAs, stockMilli: _stock, meta, ...said } = item;
  const parts = Object.entries(said).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([parts.toSorted(byKey), [...meta].toSorted(byKey)]);
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH);
}

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** The items that an import would read from those rows, by id. Items that it would refuse are left out. */
export async function readBack(header: readonly string[], rows: readonly OwnRow[]): Promise<Map<number, Item>> {
  const marked = [header, ...rows.map(({ cells }) => cells)].map((cells, place) =>
    csvLine([...cells, place === 0 ? EXPORTED_AS : 'v']),
  );
  const { items } = await inPieces(readingCatalogueFile(new TextEncoder().encode(marked.join(''))));
  return new Map(items.flatMap((item) => (item.sourceId === null ? [] : [[item.sourceId, item] as const])));
}

/** The version of the product, what its row said, its stock at the location of the export, and the shop. */
export interface ExportedAs {
  readonly version: number;
  readonly digest: string;
  readonly stockMilli: number | null;
  readonly locationId: number | null;
  /** Null in files of former builds. */
  readonly shopMark: string | null;
}

/** The mark of this shop. */
export async function selectShopMark(db: Database): Promise<string> {
  const { rows } = await sql<{ shop_mark: string }>`SELECT shop_mark FROM catalogue_version`.execute(db);
  return rows[0]?.shop_mark ?? '';
}

export const writeExportedAs = ({ version, digest, stockMilli, locationId, shopMark }: ExportedAs): string =>
  [
    `v${version}`,
    digest,
    ...(locationId === null ? [] : [`${stockMilli ?? ''}@${locationId}`]),
    ...(shopMark === null ? [] : [`#${shopMark}`]),
  ].join(' ');

/** Null for what no export wrote. */
export function readExportedAs(text: string): ExportedAs | null {
  const [, version = '', digest = '', stock = '', location, shopMark] =
    /^v(\d{1,9}) ([0-9a-f]{16}|-)(?: (-?\d{1,15})?(?:@(\d{1,9}))?)?(?: #([0-9a-f]{8}))?$/.exec(text) ?? [];
  if (version === '') return null;
  return {
    version: Number(version),
    digest,
    stockMilli: stock === '' ? null : Number(stock),
    locationId: location === undefined ? null : Number(location),
    shopMark: shopMark ?? null,
  };
}
