import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import type { Plan, Mapping } from './product-import.ts';
import { MAPPED_HEADERS } from '#contract/catalogue-files.ts';
import { counted } from '#domain/counted.ts';
import type { PlanProps } from '#web/entities/file-import/import-dialog.tsx';
import { ImportColumns, titlesIn } from '#web/ui/files/import-columns.tsx';
import { ImportCounts, ImportPart, ImportProblems } from '#web/ui/files/import-parts.tsx';

const LABEL: Readonly<Record<string, string>> = {
  name: 'Name',
  sku: 'SKU',
  barcode: 'Barcode',
  status: 'Status',
  type: 'Type',
  description: 'Description',
  taxable: 'Sales tax',
  unit: 'Sold by',
  quantity_step: 'In steps of',
  floor_price: 'Floor price',
  regular_price: 'Price',
  sale_price: 'Sale price',
  sale_from: 'Sale begins',
  sale_until: 'Sale ends',
  image: 'Picture',
  categories: 'Categories',
  attributes: 'Options',
  position: 'Place',
};
const labelOf = (field: string): string =>
  LABEL[field] ??
  field
    .replace(/^_blueprint_/, '')
    .replaceAll('_', ' ')
    .trim();

/** Sentences about stock and prices, and about new items that have none. */
function sentencesOn(plan: Plan): string[] {
  const of = (count: number, kind: string, sentence: (items: string) => string) =>
    count === 0 ? [] : [sentence(counted(count, kind))];
  return [
    ...of(
      plan.stock_set,
      'item',
      (items) => `The stock of ${items} at ${plan.location_name} is set to that of the file.`,
    ),
    ...of(
      plan.stock_left,
      'item',
      (items) => `The stock of ${items} is left: it moved since an import with the same figure.`,
    ),
    ...of(plan.stock_missing, 'new item', (items) => `No stock is given for ${items}: out of stock until counted.`),
    ...of(
      plan.price_missing,
      'new item',
      (items) =>
        `No price is given for ${items}: not for sale until priced, unless a price list of the category has one.`,
    ),
    ...of(
      plan.price_cleared,
      'item',
      (items) => `The price of ${items} is taken away, because the file has a blank in its place.`,
    ),
  ];
}

/** Shows the effect of an import and the problems that prevent it, with the choice of columns. */
export function ProductImportPlan({ plan, choice, busy, fileName, onChoice }: PlanProps<Mapping, Plan>) {
  const isBad = plan.problems.length > 0;
  return (
    <>
      <ImportCounts
        counts={[
          ['To add', isBad ? 0 : plan.created, 'text-accent-ink'],
          ['To change', isBad ? 0 : plan.updated, 'text-accent-ink'],
          ['Unchanged', plan.unchanged, 'text-ink'],
          ['With problems', plan.bad, plan.bad > 0 ? 'text-danger-ink' : 'text-ink'],
        ]}
        plan={plan}
        busy={busy}
      />
      {plan.own && <p className="text-ink-2">This shop exported the file: just what was edited in it is changed.</p>}
      {!isBad && (
        <div className="space-y-1 text-ink-2 empty:hidden">
          {sentencesOn(plan).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {!isBad && plan.new_categories.length > 0 && (
        <p className="text-ink-2">New categories: {plan.new_categories.join(', ')}.</p>
      )}
      <ImportProblems plan={plan} fileName={fileName} />
      {!isBad && plan.changes.length > 0 && <Changes plan={plan} />}
      <Remarks
        title="Left out"
        rows={plan.left_out.map(({ line, name, reason }) => ({ line, text: `${name}: ${reason}` }))}
      />
      <Remarks
        title="Worth a look"
        rows={plan.notes.map(({ line, column, reason }) => ({ line, text: `${column} ${reason}` }))}
      />
      {!plan.own && <Columns plan={plan} mapping={choice} onMapping={onChoice} />}
    </>
  );
}

const LIST = 'max-h-56 divide-y divide-line overflow-y-auto rounded-md border border-line';

function Changes({ plan: { changes, created, updated } }: { plan: Plan }) {
  const left = created + updated - changes.length;
  return (
    <ImportPart title="What happens">
      <ul ref={scrollStop} aria-label="Changes" className={LIST}>
        {changes.map(({ line, name, change, fields, stock }) => (
          <li key={line} className="flex gap-3 px-3 py-1.5">
            <span className="w-48 shrink-0 wrap-anywhere font-medium">{name === '' ? `Line ${line}` : name}</span>
            <span className="min-w-0 wrap-anywhere text-ink-2">
              {[
                ...(change === 'create' ? ['new'] : []),
                ...fields.map(({ field, from, to }) => `${labelOf(field)}: ${from || 'none'} → ${to || 'none'}`),
                ...(stock === null ? [] : [`stock ${stock}`]),
              ].join('; ') || 'known by its number from now on'}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="text-ink-3">And {left.toLocaleString('en-US')} more.</p>}
    </ImportPart>
  );
}

/** More lines of one remark are only counted. */
const NAMED_LINES = 8;

function linesOf(lines: readonly number[]): string {
  const named = lines.slice(0, NAMED_LINES).join(', ');
  const more = lines.length > NAMED_LINES ? ` and ${lines.length - NAMED_LINES} more` : '';
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more}`;
}

/** Says once what is the same of many lines. */
function Remarks({ title, rows }: { title: string; rows: readonly { line: number; text: string }[] }) {
  if (rows.length === 0) return null;
  const linesBy = new Map<string, number[]>();
  for (const { line, text } of rows) linesBy.set(text, [...(linesBy.get(text) ?? []), line]);
  return (
    <ImportPart title={title}>
      <ul ref={scrollStop} aria-label={title} className={LIST}>
        {[...linesBy].map(([text, lines]) => (
          <li key={text} className="px-3 py-1.5">
            <span className="block wrap-anywhere">{text}</span>
            <span className="block text-ink-3 tabular-nums">{linesOf(lines)}</span>
          </li>
        ))}
      </ul>
    </ImportPart>
  );
}

const FIELDS = MAPPED_HEADERS.map((name) => ({ name, label: name === 'GTIN, UPC, EAN, or ISBN' ? 'Barcode' : name }));

/** Assigns columns that have another name in the file. */
function Columns({
  plan: { header, guessed },
  mapping,
  onMapping,
}: {
  plan: Plan;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
}) {
  return (
    <ImportColumns
      fields={FIELDS}
      header={header}
      columnOf={(name) =>
        mapping[name] ??
        guessed[name] ??
        titlesIn(header).find((title) => title.trim().toLowerCase() === name.toLowerCase()) ??
        ''
      }
      onChange={(name, column) => onMapping({ ...mapping, [name]: column })}
    >
      <p className="text-ink-3">Other columns are kept with the product under their own name.</p>
    </ImportColumns>
  );
}
