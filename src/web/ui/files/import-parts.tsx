import { scrollStop } from '../rows/scroll-stop.ts';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { saveFile } from '../save-file.ts';
import { Spinner } from '../status/spinner.tsx';

/** The server's findings about a file to import. */
export interface FilePlan {
  readonly encoding: string;
  readonly problems: readonly {
    readonly line: number | null;
    readonly column: string | null;
    readonly reason: string;
  }[];
  /** Rows with a problem. */
  readonly bad: number;
  /** Those rows as CSV; empty without any. */
  readonly bad_rows: string;
}

/** "1 row", "1,204 rows". */
export function rowsWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;
}

/** A part of the preview under its name. */
export function ImportPart({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Figures of what an import would do, each with the tone of its text. */
export function ImportCounts({
  counts,
  plan: { problems, encoding },
  busy,
}: {
  counts: readonly (readonly [name: string, count: number, tone: string])[];
  plan: FilePlan;
  /** A preview with other choices is running. */
  busy: boolean;
}) {
  return (
    <div role="status" aria-busy={busy}>
      <dl className={cx('grid grid-cols-4 gap-2', busy && 'opacity-60')}>
        {counts.map(([name, count, tone]) => (
          <div key={name} className="rounded-lg border border-line px-3 py-2">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className={cx('text-lg font-semibold tabular-nums', tone)}>{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1.5 flex items-center gap-1.5 text-xs text-ink-3">
        {busy && <Spinner className="size-3.5" />}
        {busy ? 'Trying it...' : `Read as ${encoding}.`}
        {!busy && problems.length > 0 && ' Nothing is imported while there is a problem.'}
      </p>
    </div>
  );
}

/** The problems that stop an import, row by row, with those rows as a file; renders nothing without problems. */
export function ImportProblems({
  plan: { problems, bad, bad_rows: badRows },
  fileName,
}: {
  plan: FilePlan;
  fileName: string;
}) {
  if (problems.length === 0) return null;
  return (
    <ImportPart
      title={bad > 0 ? `Problems of ${rowsWords(bad)}` : 'Problems of the file'}
      action={
        badRows !== '' && (
          <Button
            size="sm"
            icon={<FileDown aria-hidden className="size-3.5" />}
            onClick={() => saveFile(`${fileName.replace(/\.csv$/i, '')} - problems.csv`, badRows)}
          >
            Save these rows as a file
          </Button>
        )
      }
    >
      <ul
        ref={scrollStop}
        aria-label="Problems"
        className="max-h-44 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {problems.map(({ line, column, reason }) => (
          <li key={`${line} ${column} ${reason}`} className="flex gap-3 px-3 py-1.5">
            <span className="w-20 shrink-0 text-ink-3 tabular-nums">{line === null ? 'The file' : `Line ${line}`}</span>
            <span className="min-w-0 wrap-anywhere">
              {column !== null && <span className="font-medium">{column}: </span>}
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </ImportPart>
  );
}
