import Papa from 'papaparse';
import { useMemo } from 'react';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { ScrollRegion } from '../scroll-region.tsx';

const MOST_ROWS = 500;

export function CsvTable({ code, title }: { code: string; title: string }) {
  const [header = [], ...rows] = useMemo(
    () => Papa.parse<string[]>(code.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' }).data,
    [code],
  );
  if (header.length === 0) return <EmptyPanel title="No rows" hint="The first line names the columns." />;
  return (
    <ScrollRegion label={title} className="h-full overflow-auto bg-ground">
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-panel">
          <tr>
            {header.map((name, column) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns may share a name
              <th key={column} scope="col" className="h-9 border-b border-line px-3 text-left font-medium text-ink-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no name
            <tr key={index} className="border-b border-line">
              {header.map((_, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- as above
                <td key={column} className="h-9 px-3 whitespace-nowrap text-ink">
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && (
        <p className="p-3 text-xs text-ink-3">
          Showing {MOST_ROWS} of {rows.length.toLocaleString('en-US')} rows. The code has all of them.
        </p>
      )}
    </ScrollRegion>
  );
}
