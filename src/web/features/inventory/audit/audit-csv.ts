import { csvLine, type CsvValue } from '#domain/csv.ts';
import type { AppliedAudit } from './audit-command.ts';

type Line = AppliedAudit['entries'][number];

const COLUMNS: readonly [title: string, value: (line: Line, audit: AppliedAudit) => CsvValue][] = [
  ['Audit', (_, { audit_number: number }) => number],
  ['Name', (_, { batch_name: name }) => name],
  ['By', (_, { user_name: name }) => name],
  ['At', (_, { created_at: at }) => at],
  ['Product', (line) => line.product_name],
  ['SKU', (line) => line.sku],
  ['Expected when counted', (line) => line.system_quantity],
  ['Counted', (line) => line.counted_quantity],
  ['Change asked', (line) => line.quantity_asked],
  ['Change applied', (line) => line.quantity_change],
  ['Not applied', (line) => line.difference],
  ['Stock before', (line) => line.old_stock],
  ['Stock after', (line) => line.new_stock],
];

/** The lines of an audit as CSV. Cells that a spreadsheet would run as formulas are escaped. */
export function auditCsv(audit: AppliedAudit): string {
  return [
    csvLine(COLUMNS.map(([title]) => title)),
    ...audit.entries.map((line) => csvLine(COLUMNS.map(([, value]) => value(line, audit)))),
  ].join('');
}
