import { previewProductImportRoute } from '#contract/catalogue-files.ts';
import { createPurchaseOrderRoute } from '#contract/purchasing-changes.ts';
import type { HttpCall } from './load/load-jobs.ts';

/** The number of keys of a purchase order, in all. */
export const KEYS = 100_000;
/** The most that is read of one line (`http/serve/body/body-parser`), and of a file (`catalogue-import`). */
const KEYS_OF_A_LINE = 5000;
const ROWS = 20_000;
export const FILE_MB = 10;

const fields = (many: number): string =>
  Array.from({ length: many }, (_, index) => `"f${index.toString(36)}":1`).join(',');

/** Purchase orders of too many keys: in the order itself, which is not parsed, and in its lines, which are. Answered 400. */
export function purchaseOrders(): HttpCall[] {
  const line = `{${fields(KEYS_OF_A_LINE)}}`;
  const lines = Array.from({ length: KEYS / KEYS_OF_A_LINE - 1 }, () => line).join(',');
  return [`{${fields(KEYS)}}`, `{"items":[${lines}]}`].map((body): HttpCall => ({
    method: createPurchaseOrderRoute.method as 'POST',
    path: createPurchaseOrderRoute.path,
    body,
  }));
}

/** The preview of a file of products as long as a file may be, in rows and in bytes. Answered 200. */
export function importPreview(): HttpCall {
  const header = 'Type,SKU,Name,Regular price,Description\n';
  const length = Math.floor((FILE_MB * 1_000_000) / ROWS);
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = `simple,HOSTILE-${index},Lantern ${index},12.50,`;
    return `${row}${'x'.repeat(length - row.length - 1)}\n`;
  });
  return {
    method: previewProductImportRoute.method as 'POST',
    path: previewProductImportRoute.path,
    body: JSON.stringify({ file: Buffer.from(header + rows.join('')).toString('base64') }),
  };
}
