import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { IMPORT_FIELDS, type ImportField } from '#contract/customer-files.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { FIELD_WORDS, rowsWords } from './import-words.ts';
import type { ImportChoice, Plan } from './import-preview.ts';

const MATCHES: readonly { value: ImportChoice['onMatch']; label: string }[] = [
  { value: 'refuse', label: 'Stop the import' },
  { value: 'skip', label: 'Skip those rows' },
  { value: 'create', label: 'Create them all the same' },
];

/** Shows what an import would do and what stops it, with the choices there are. */
export function ImportPlan({
  plan,
  choice,
  refused,
  busy,
  fileName,
  onChoice,
}: {
  plan: Plan;
  choice: ImportChoice;
  /** The reason why the last attempt imported nothing. */
  refused: string | null;
  /** A preview with other choices is running. */
  busy: boolean;
  fileName: string;
  onChoice: (change: Partial<ImportChoice>) => void;
}) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      {refused !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-ink">
          {refused} The list below is up to date.
        </p>
      )}
      <Counts plan={plan} busy={busy} />
      {plan.problems.length > 0 && <Problems plan={plan} fileName={fileName} />}
      <Part title="Rows that look like an existing customer">
        <ToggleGroup
          label="Rows that look like a customer"
          value={choice.onMatch}
          options={MATCHES}
          onChange={(onMatch) => onChoice({ onMatch })}
        />
        <p className="text-ink-3">
          They have the same phone number, email address or licence number, or a similar name and the same birth date.
        </p>
      </Part>
      <Mapping plan={plan} mapping={choice.mapping} onChange={(mapping) => onChoice({ mapping })} />
      {plan.sample.length > 0 && <Sample plan={plan} />}
    </div>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
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

function Counts({ plan: { rows, create, skip, bad, problems, encoding }, busy }: { plan: Plan; busy: boolean }) {
  const counts = [
    ['Rows', rows, 'text-ink'],
    ['To create', problems.length > 0 ? 0 : create, 'text-accent-ink'],
    ['To skip', skip, 'text-ink'],
    ['With problems', bad, bad > 0 ? 'text-danger-ink' : 'text-ink'],
  ] as const;
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
        {!busy && problems.length > 0 && ' Nothing is imported while a row has a problem.'}
      </p>
    </div>
  );
}

function Problems({ plan: { problems, bad, bad_rows: badRows }, fileName }: { plan: Plan; fileName: string }) {
  return (
    <Part
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
        tabIndex={0}
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
    </Part>
  );
}

const NONE = 'none';

function Mapping({
  plan,
  mapping,
  onChange,
}: {
  plan: Plan;
  mapping: ImportChoice['mapping'];
  onChange: (mapping: ImportChoice['mapping']) => void;
}) {
  const headers = [...new Set(plan.header.filter((header) => header.trim() !== ''))];
  const options = [
    { value: NONE, label: <span className="text-ink-3">Not in the file</span> },
    ...headers.map((header) => ({ value: `=${header}`, label: header })),
  ];
  const columnOf = (field: ImportField) => mapping[field] ?? plan.mapping[field] ?? '';
  const used = new Set(IMPORT_FIELDS.map(columnOf));
  const unused = headers.filter((header) => !used.has(header));
  return (
    <Part title="Columns">
      <div className="grid grid-cols-2 gap-3 min-[760px]:grid-cols-4">
        {IMPORT_FIELDS.map((field) => (
          <Field key={field} label={FIELD_WORDS[field]}>
            {(control) => (
              <Select
                id={control.id}
                className="w-full min-w-0!"
                value={columnOf(field) === '' ? NONE : `=${columnOf(field)}`}
                options={options}
                onChange={(value) => onChange({ ...mapping, [field]: value === NONE ? '' : value.slice(1) })}
              />
            )}
          </Field>
        ))}
      </div>
      {unused.length > 0 && <p className="text-ink-3">Not imported: {unused.join(', ')}.</p>}
    </Part>
  );
}

function Sample({ plan: { sample } }: { plan: Plan }) {
  const fields = IMPORT_FIELDS.filter((field) => sample.some((row) => (row[field] ?? '') !== ''));
  return (
    <Part title={sample.length === 1 ? 'The first row' : `The first ${sample.length} rows`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div tabIndex={0} role="group" aria-label="First rows" className="overflow-x-auto rounded-md border border-line">
        <table className="w-max min-w-full text-xs">
          <thead>
            <tr className="border-b border-line">
              {fields.map((field) => (
                <th key={field} scope="col" className="px-3 py-1.5 text-left font-medium whitespace-nowrap text-ink-3">
                  {FIELD_WORDS[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={JSON.stringify(row)} className="border-b border-line last:border-0">
                {fields.map((field) => (
                  <td key={field} className="max-w-60 truncate px-3 py-1.5">
                    {row[field] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
