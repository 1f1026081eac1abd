import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { IMPORT_FIELDS, type ImportField } from '#contract/customer-files.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { ImportCounts, ImportPart, ImportProblems } from '#web/ui/files/import-parts.tsx';
import { FIELD_WORDS } from './import-words.ts';
import type { ImportChoice, Plan } from './import-preview.ts';

const MATCHES: readonly { value: ImportChoice['onMatch']; label: string }[] = [
  { value: 'refuse', label: 'Stop the import' },
  { value: 'skip', label: 'Skip those rows' },
  { value: 'create', label: 'Create them all the same' },
];

/** Shows the effects of an import and its problems, with the choices that somebody has. */
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
      <ImportCounts
        counts={[
          ['Rows', plan.rows, 'text-ink'],
          ['To create', plan.problems.length > 0 ? 0 : plan.create, 'text-accent-ink'],
          ['To skip', plan.skip, 'text-ink'],
          ['With problems', plan.bad, plan.bad > 0 ? 'text-danger-ink' : 'text-ink'],
        ]}
        plan={plan}
        busy={busy}
      />
      <ImportProblems plan={plan} fileName={fileName} />
      <ImportPart title="Rows that look like an existing customer">
        <ToggleGroup
          label="Rows that look like a customer"
          value={choice.onMatch}
          options={MATCHES}
          onChange={(onMatch) => onChoice({ onMatch })}
        />
        <p className="text-ink-3">
          They have the same phone number, email address or licence number, or a similar name and the same birth date.
        </p>
      </ImportPart>
      <Mapping plan={plan} mapping={choice.mapping} onChange={(mapping) => onChoice({ mapping })} />
      {plan.sample.length > 0 && <Sample plan={plan} />}
    </div>
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
    <ImportPart title="Columns">
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
    </ImportPart>
  );
}

function Sample({ plan: { sample } }: { plan: Plan }) {
  const fields = IMPORT_FIELDS.filter((field) => sample.some((row) => (row[field] ?? '') !== ''));
  return (
    <ImportPart title={sample.length === 1 ? 'The first row' : `The first ${sample.length} rows`}>
      <div
        ref={scrollStop}
        role="group"
        aria-label="First rows"
        className="overflow-x-auto rounded-md border border-line"
      >
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
    </ImportPart>
  );
}
