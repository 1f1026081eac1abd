import Papa from 'papaparse';
import { useMemo } from 'react';
import type { FrameRows } from '#contract/artifact-frame.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { ScrollRegion } from '../scroll-region.tsx';

const MOST_ROWS = 500;

/** An amount, a count or a share, with or without a sign and a currency. A code with zeros in front is none. */
const FIGURE = /^[-+]?[$€£]?(?:0|[1-9][\d,]*)?(?:\.\d+)?%?$/;

/** True for each column that holds figures only. Empty cells do not count. */
function figureColumns(columns: number, rows: readonly (readonly string[])[]): boolean[] {
  return Array.from({ length: columns }, (_, column) => {
    const cells = rows.flatMap((row) => row[column]?.trim() || []);
    return cells.length > 0 && cells.every((cell) => FIGURE.test(cell));
  });
}

/** The rows of a live table, in the fields that the first line of its code names; in all fields if it names none. */
function liveTable(header: readonly string[], rows: FrameRows['rows']): string[][] {
  const fields = rows[0] ? Object.keys(rows[0]) : header;
  const named = header.map((name) => name.trim()).filter((name) => fields.includes(name));
  const shown = named.length > 0 ? named : fields;
  const written = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
  return [[...shown], ...rows.map((row) => shown.map((field) => written(row[field])))];
}

interface CsvTableProps {
  code: string;
  title: string;
  /** The rows of a live table; null for one that shows its code. */
  data: FrameRows | null;
}

export function CsvTable({ code, title, data }: CsvTableProps) {
  const { header, shown, figures, total } = useMemo(() => {
    const parsed = Papa.parse<string[]>(code.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data;
    const [names = [], ...rows] = data === null ? parsed : liveTable(parsed[0] ?? [], data.rows);
    const first = rows.slice(0, MOST_ROWS);
    return { header: names, shown: first, figures: figureColumns(names.length, first), total: rows.length };
  }, [code, data]);
  if (header.length === 0) return <EmptyPanel title="No rows" hint="The first line names the columns." />;
  return (
    <ScrollRegion label={title} className="h-full overflow-auto bg-rows">
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-panel">
          <tr>
            {header.map((name, column) => (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- columns may share a name
                key={column}
                scope="col"
                className={cx(
                  'h-9 border-b border-line px-3 font-medium whitespace-nowrap text-ink-2',
                  figures[column] ? 'text-right' : 'text-left',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no name
            <tr key={index} className="border-b border-line">
              {header.map((_, column) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  key={column}
                  className={cx('h-9 px-3 whitespace-nowrap text-ink', figures[column] && 'text-right tabular-nums')}
                >
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {total > MOST_ROWS && (
        <p className="p-3 text-xs text-ink-3">
          Showing {MOST_ROWS} of {total.toLocaleString('en-US')} rows. The code has all of them.
        </p>
      )}
    </ScrollRegion>
  );
}
