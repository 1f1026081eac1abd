import { FileUp } from 'lucide-react';
import Papa from 'papaparse';
import { type ChangeEvent, useMemo, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { addTyped } from '../labels-state.ts';
import { CSV_PARTS, guessMapping, type Mapping, PART_LABELS, type ReadLabels, readLabels } from './csv-labels.ts';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_ROWS = 3000;
const SHOWN = 5;

interface CsvFile {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @throws Error with a sentence for the person who chose the file */
async function readFile(file: File): Promise<CsvFile> {
  if (file.size > MOST_BYTES) throw new Error('The file is larger than 2 MB. Split it into smaller ones.');
  const text = await file.text();
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy' });
  const [header, ...rows] = data;
  if (!header || rows.length === 0) throw new Error('The file has no rows below its header.');
  if (rows.length > MOST_ROWS) throw new Error(`The file has ${rows.length} rows; ${MOST_ROWS} can be read at once.`);
  return { name: file.name, header: header.map((name) => name.trim()), rows };
}

/** Labels from a CSV file: assigns the columns, shows the first labels and lists the wrong rows. */
export function CsvDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [mapping, setMapping] = useState<Mapping>(guessMapping([]));
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const read = useMemo(() => (file ? readLabels(file.rows, mapping) : null), [file, mapping]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    // Allows the same file to be chosen again after a correction.
    target.value = '';
    if (!chosen) return;
    try {
      const next = await readFile(chosen);
      setFile(next);
      setMapping(guessMapping(next.header));
      setError(null);
    } catch (problem) {
      setFile(null);
      setError(problem instanceof Error ? problem.message : 'The file cannot be read.');
    }
  }

  function take() {
    if (!read || read.labels.length === 0) return;
    addTyped(read.labels);
    setFile(null);
    onOpenChange(false);
  }

  const count = read?.labels.length ?? 0;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title="Import CSV"
      description="One label a row. The first row names the columns."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" disabled={count === 0} onClick={take}>
            {count === 0 ? 'Import' : `Import ${count.toLocaleString('en-US')} ${count === 1 ? 'label' : 'labels'}`}
          </Button>
        </>
      }
    >
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
      <div className="flex items-center gap-3">
        <Button icon={<FileUp aria-hidden className="size-4" />} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        {file && (
          <span className="min-w-0 truncate text-sm text-ink-2">
            {file.name}, {file.rows.length.toLocaleString('en-US')} rows
          </span>
        )}
      </div>
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {error}
        </p>
      )}
      {file && read && (
        <>
          <h3 className="mt-4 mb-2 text-sm font-semibold">Columns</h3>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {CSV_PARTS.map((part) => (
              <div key={part}>
                <span className="mb-1 block text-xs text-ink-2">{PART_LABELS[part]}</span>
                <Select
                  label={PART_LABELS[part]}
                  className="w-full"
                  value={String(mapping[part] ?? '')}
                  onChange={(column) => setMapping({ ...mapping, [part]: column === '' ? null : Number(column) })}
                  options={[
                    { value: '', label: 'Not used' },
                    ...file.header.map((name, column) => ({
                      value: String(column),
                      label: name || `Column ${column + 1}`,
                    })),
                  ]}
                />
              </div>
            ))}
          </div>
          <Read read={read} />
        </>
      )}
    </Dialog>
  );
}

function Read({ read: { labels, wrong } }: { read: ReadLabels }) {
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-semibold">Preview</h3>
      {labels.length === 0 ? (
        <p className="text-sm text-ink-2">No row makes a label with these columns.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line text-sm">
          {inPlace(labels.slice(0, SHOWN)).map(({ place, item }) => (
            <li key={place} className="flex justify-between gap-3 px-3 py-1.5">
              <span className="min-w-0 truncate">{item.lines.filter((line) => line !== '').join(' / ')}</span>
              <span className="shrink-0 text-ink-2 tabular-nums">{item.copies}</span>
            </li>
          ))}
          {labels.length > SHOWN && (
            <li className="px-3 py-1.5 text-ink-3">and {(labels.length - SHOWN).toLocaleString('en-US')} more</li>
          )}
        </ul>
      )}
      {wrong.length > 0 && (
        <div role="status" className="mt-3 text-sm">
          <p className="font-medium text-danger-ink">
            {wrong.length === 1 ? '1 row is left out' : `${wrong.length.toLocaleString('en-US')} rows are left out`}
          </p>
          <ul className="mt-1 text-ink-2">
            {wrong.slice(0, SHOWN).map(({ row, problem }) => (
              <li key={row}>
                Row {row}: {problem}
              </li>
            ))}
            {wrong.length > SHOWN && <li>and {(wrong.length - SHOWN).toLocaleString('en-US')} more</li>}
          </ul>
        </div>
      )}
    </>
  );
}
