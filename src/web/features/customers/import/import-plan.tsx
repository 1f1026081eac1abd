import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { IMPORT_FIELDS, type ImportField } from '#contract/customer-files.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import type { PlanProps } from '#web/entities/file-import/import-dialog.tsx';
import { ImportColumns, titlesIn } from '#web/ui/files/import-columns.tsx';
import { ImportCounts, ImportPart, ImportProblems } from '#web/ui/files/import-parts.tsx';
import { FIELD_WORDS } from './import-words.ts';
import type { ImportChoice, Plan } from './customer-import.ts';

const MATCHES: readonly { value: ImportChoice['onMatch']; label: string }[] = [
  { value: 'refuse', label: 'Stop the import' },
  { value: 'skip', label: 'Skip those rows' },
  { value: 'create', label: 'Create them all the same' },
];

/** Shows the effects of an import and its problems, with the choices that somebody has. */
export function CustomerImportPlan({ plan, choice, busy, fileName, onChoice }: PlanProps<ImportChoice, Plan>) {
  return (
    <>
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
          onChange={(onMatch) => onChoice({ ...choice, onMatch })}
        />
        <p className="text-ink-3">
          They have the same phone number, email address or licence number, or a similar name and the same birth date.
        </p>
      </ImportPart>
      <Columns plan={plan} mapping={choice.mapping} onMapping={(mapping) => onChoice({ ...choice, mapping })} />
      {plan.sample.length > 0 && <Sample plan={plan} />}
    </>
  );
}

function Columns({
  plan,
  mapping,
  onMapping,
}: {
  plan: Plan;
  mapping: ImportChoice['mapping'];
  onMapping: (mapping: ImportChoice['mapping']) => void;
}) {
  const columnOf = (field: ImportField) => mapping[field] ?? plan.mapping[field] ?? '';
  const used = new Set(IMPORT_FIELDS.map(columnOf));
  const unused = titlesIn(plan.header).filter((title) => !used.has(title));
  return (
    <ImportColumns
      fields={IMPORT_FIELDS.map((name) => ({ name, label: FIELD_WORDS[name] }))}
      header={plan.header}
      columnOf={columnOf}
      onChange={(field, column) => onMapping({ ...mapping, [field]: column })}
    >
      {unused.length > 0 && <p className="text-ink-3">Not imported: {unused.join(', ')}.</p>}
    </ImportColumns>
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
