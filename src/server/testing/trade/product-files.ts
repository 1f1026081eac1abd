import Papa from 'papaparse';
import { expect } from 'vitest';
import { exportProductsRoute, importProductsRoute, previewProductImportRoute } from '#contract/catalogue-files.ts';
import type { Till } from '../app.ts';

export type Line = Record<string, string>;

export const lineOf = (lines: readonly Line[], id: number): Line => {
  const line = lines.find((one) => one['ID'] === String(id));
  if (!line) throw new Error(`the export has no ${id}`);
  return line;
};
export const edited = (lines: readonly Line[], id: number, cells: Line): Line[] =>
  lines.map((line) => (line === lineOf(lines, id) ? { ...line, ...cells } : line));

const fileOf = (lines: readonly Line[]) => ({ file: Buffer.from(Papa.unparse([...lines])).toString('base64') });

/** Exports and imports of products by somebody. */
export function productFiles(by: Till) {
  return {
    fileOf,
    /** The export as a spreadsheet has it. */
    exported: async (): Promise<Line[]> => {
      const reply = await by.get(exportProductsRoute.path);
      expect(reply.statusCode, reply.body).toBe(200);
      return Papa.parse<Line>(reply.body, { header: true, skipEmptyLines: true }).data;
    },
    preview: async (lines: readonly Line[], more: object = {}) => {
      const reply = await by.post(previewProductImportRoute.path, { ...fileOf(lines), ...more });
      expect(reply.statusCode, reply.body).toBe(200);
      return previewProductImportRoute.reply.parse(reply.json()).data;
    },
    imported: async (lines: readonly Line[]) => {
      const reply = await by.post(importProductsRoute.path, fileOf(lines));
      expect(reply.statusCode, reply.body).toBe(200);
      return importProductsRoute.reply.parse(reply.json()).data;
    },
  };
}
