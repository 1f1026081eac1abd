import { CalendarClock, Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { MADE_TYPES } from '#contract/managed-products.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { rowAfter } from '#web/ui/rows/row-keys.ts';
import { isSame } from '../../edit/drafts.ts';
import { type ItemMargins, typedBelowFloor } from '../form/item-margins.tsx';
import type { VariationFields } from '../product-fields.ts';
import { VariationDates } from './variation-dates.tsx';
import {
  type Attribute,
  attributesOf,
  combined,
  GRID_COLUMNS,
  type GridColumn,
  makeLabel,
  optionsIn,
  pastedCells,
  withCells,
} from './variations.ts';

const HEADS: Record<GridColumn, string> = {
  sku: 'SKU',
  barcode: 'Barcode',
  regular_price: 'Price',
  sale_price: 'Sale price',
};
const COLUMNS =
  'grid grid-cols-[minmax(5.75rem,1fr)_minmax(6.25rem,1.6fr)_minmax(8.75rem,1fr)_5.75rem_5.75rem_3.25rem_2.25rem_2.25rem] gap-2';

interface VariationsProps {
  readonly variations: readonly VariationFields[];
  /** The typed attributes while they have not been used to make variations; null otherwise. */
  readonly attributes: readonly Attribute[] | null;
  readonly attributesProblem: string | undefined;
  /** The problem of a field of a variation. */
  readonly problemOf: (place: number, name: string) => string | undefined;
  readonly disabled: boolean;
  readonly byTier: boolean;
  readonly margins: ItemMargins;
  readonly onChange: (variations: VariationFields[]) => void;
  /** @param variations the variations made from the attributes */
  readonly onAttributes: (attributes: Attribute[] | null, variations?: VariationFields[]) => void;
}

const nameOf = ({ attributes, name }: VariationFields) =>
  attributes.map(({ option }) => option).join(', ') || name || 'New variation';

/** The variations of a product, made from attributes and edited like a spreadsheet. */
export function Variations(props: VariationsProps) {
  return (
    <div className="flex flex-col gap-4">
      <Attributes {...props} />
      {props.variations.length > 0 && <Grid {...props} />}
    </div>
  );
}

function Attributes({
  variations,
  disabled,
  attributes: typed,
  attributesProblem,
  onAttributes,
}: Omit<VariationsProps, 'problemOf' | 'byTier' | 'margins' | 'onChange'>) {
  const [problem, setProblem] = useState<string | null>(null);
  const saved = attributesOf(variations);
  const message = problem ?? attributesProblem ?? null;
  const present = saved.length > 0 ? saved : [{ name: 'Size', options: '' }];
  const attributes = typed ?? present;
  const next = combined(attributes, variations);
  const dropped = next ? variations.filter(({ id }) => id !== null && !next.some((one) => one.id === id)) : [];

  function change(next: Attribute[]) {
    setProblem(null);
    onAttributes(isSame(next, present) ? null : next);
  }
  const put = (place: number, by: Partial<Attribute>) =>
    change(attributes.map((one, at) => (at === place ? { ...one, ...by } : one)));

  function make() {
    if (next === null) return setProblem('That would be more than 500 variations.');
    if (next.length === 0) return setProblem('Give an attribute a name and its options, with commas between them.');
    onAttributes(null, next);
  }

  return (
    <div className="flex flex-col gap-2">
      {inPlace(attributes).map(({ place, item: { name, options } }) => (
        <div key={place} className="flex items-center gap-2">
          <TextInput
            aria-label={`Name of attribute ${place + 1}`}
            placeholder="Size"
            className="w-36"
            maxLength={100}
            disabled={disabled}
            value={name}
            onChange={({ target }) => put(place, { name: target.value })}
          />
          <TextInput
            aria-label={`Options of ${name || `attribute ${place + 1}`}`}
            placeholder="S, M, L"
            className="grow"
            maxLength={5000}
            disabled={disabled}
            value={options}
            aria-invalid={attributesProblem !== undefined || undefined}
            onChange={({ target }) => put(place, { options: target.value })}
          />
          <IconButton
            label={`Remove ${name || 'attribute'}`}
            icon={<Trash2 className="size-4" />}
            disabled={disabled || attributes.length === 1}
            onClick={() => change(attributes.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden className="size-3.5" />}
          disabled={disabled || attributes.length >= 10}
          onClick={() => change([...attributes, { name: '', options: '' }])}
        >
          Add attribute
        </Button>
        <Button size="sm" disabled={disabled || typed === null} onClick={make}>
          {makeLabel(variations)}
        </Button>
        {typed !== null && next !== null && next.length > 0 && (
          <span className="text-sm text-ink-3">
            {attributes
              .map(({ options }) => optionsIn(options).length)
              .filter((count) => count > 0)
              .join(' × ')}{' '}
            = {next.length} {next.length === 1 ? 'variation' : 'variations'}
            {dropped.length > 0 && `; ${dropped.map(nameOf).join('; ')} will go`}
          </span>
        )}
      </div>
      {message !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {message}
        </p>
      )}
    </div>
  );
}

const DATES = ['sale_from', 'sale_until'] as const;

function Grid({ variations, problemOf, disabled, byTier, margins, onChange }: VariationsProps) {
  const [left, setLeft] = useState(0);
  const table = useRef<HTMLDivElement>(null);
  /** The variations whose dates are shown, by name. */
  const [opened, setOpened] = useState<readonly string[]>([]);

  function put(place: number, change: Partial<VariationFields>) {
    onChange(variations.map((one, at) => (at === place ? { ...one, ...change } : one)));
  }

  function remove(place: number) {
    // The button goes with its row: the next one takes the focus, or the last that there is.
    handFocusOn(() => {
      const left = [...(table.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
      return left[place] ?? left.at(-1);
    });
    onChange(variations.filter((_, at) => at !== place));
  }

  function paste(event: ClipboardEvent, row: number, column: GridColumn) {
    const cells = pastedCells(event.clipboardData.getData('text/plain'));
    if (!cells) return;
    event.preventDefault();
    const pasted = withCells(variations, cells, row, column);
    setLeft(pasted.left);
    onChange(pasted.variations);
  }

  return (
    <div className="overflow-x-auto">
      <div ref={table} role="table" aria-label="Variations" className="phone-table min-w-[43.5rem] text-sm">
        <div role="row" data-phone-head className={`${COLUMNS} pb-1.5 text-xs font-medium text-ink-3`}>
          <span role="columnheader">Variation</span>
          {GRID_COLUMNS.map((column) => (
            <span role="columnheader" key={column}>
              {HEADS[column]}
            </span>
          ))}
          <span role="columnheader">For sale</span>
          <span role="columnheader" className="sr-only">
            Dates and later prices
          </span>
          <span role="columnheader" className="sr-only">
            Remove
          </span>
        </div>
        {variations.map((variation, place) => {
          const name = nameOf(variation);
          const problems = ['attributes', ...GRID_COLUMNS]
            .map((column) => problemOf(place, column))
            .filter((problem) => problem !== undefined);
          const dates = [
            ...DATES,
            ...variation.price_changes.flatMap((_, at) => [
              `price_changes.${at}.from`,
              `price_changes.${at}.regular_price`,
            ]),
          ];
          // A problem is never hidden.
          const isOpen = opened.includes(name) || dates.some((field) => problemOf(place, field) !== undefined);
          const hasDates = variation.price_changes.length > 0 || DATES.some((field) => variation[field] !== '');
          const cost = byTier || variation.id === null ? null : margins.costOf(variation.id);
          const remark = typedBelowFloor([variation.regular_price, variation.sale_price], cost, margins.floor);
          return (
            <div role="row" key={variation.id ?? `new ${name}`} className={`${COLUMNS} field-row items-center py-1`}>
              <span role="cell" className="min-w-0 max-[640px]:col-span-full">
                <Truncate text={name} className="font-medium" />
              </span>
              {GRID_COLUMNS.map((column) => (
                <span role="cell" key={column} data-label={HEADS[column]}>
                  <TextInput
                    aria-label={`${HEADS[column]} of ${name}`}
                    aria-invalid={problemOf(place, column) !== undefined || undefined}
                    data-cell={column}
                    inputMode={column.endsWith('price') ? 'decimal' : 'text'}
                    maxLength={100}
                    placeholder={byTier && column === 'regular_price' ? 'By tier' : undefined}
                    disabled={disabled}
                    value={variation[column]}
                    onPaste={(event) => paste(event, place, column)}
                    onKeyDown={(event) => moveBetween(event, column)}
                    onChange={({ target }) => put(place, { [column]: target.value })}
                  />
                </span>
              ))}
              <span role="cell" data-label="For sale" className="flex justify-center max-[640px]:block">
                <Checkbox
                  label={`For sale: ${name}`}
                  hideLabel
                  checked={variation.status === 'publish'}
                  disabled={disabled}
                  onChange={(on) => put(place, { status: on ? 'publish' : 'draft' })}
                />
              </span>
              <span role="cell">
                <IconButton
                  label={`Dates and later prices of ${name}`}
                  aria-expanded={isOpen}
                  icon={<CalendarClock className={hasDates ? 'size-4 text-blue' : 'size-4'} />}
                  onClick={() => setOpened(isOpen ? opened.filter((one) => one !== name) : [...opened, name])}
                />
              </span>
              <span role="cell">
                <IconButton
                  label={`Remove ${name}`}
                  icon={<Trash2 className="size-4" />}
                  disabled={disabled}
                  data-remove
                  onClick={() => remove(place)}
                />
              </span>
              {problems.length > 0 && (
                <p role="cell" className="col-span-full text-sm text-danger-ink">
                  {[...new Set(problems)].join(' ')}
                </p>
              )}
              {remark !== null && (
                <p role="cell" className="col-span-full text-sm text-yellow">
                  {remark}
                </p>
              )}
              {isOpen && (
                <VariationDates
                  variation={variation}
                  name={name}
                  problemOf={(field) => problemOf(place, field)}
                  disabled={disabled}
                  cost={cost}
                  floor={margins.floor}
                  onChange={(change) => put(place, change)}
                />
              )}
            </div>
          );
        })}
      </div>
      <p className="mt-1 text-sm text-ink-3">
        Cells copied from a spreadsheet can be pasted into this one. Up and Down move between the rows.
      </p>
      {left > 0 && (
        <p role="status" className="text-sm text-ink-2">
          {left === 1 ? '1 line' : `${left} lines`} of the spreadsheet had no variation to go to.
        </p>
      )}
    </div>
  );
}

/** Up, Down and Enter move to the same column of another row. */
function moveBetween(event: KeyboardEvent<HTMLInputElement>, column: GridColumn): void {
  const cells = [
    ...(event.currentTarget.closest('[role=table]')?.querySelectorAll<HTMLInputElement>(`[data-cell=${column}]`) ?? []),
  ];
  const isInField = event.key === 'Home' || event.key === 'End';
  const key = event.key === 'Enter' ? 'ArrowDown' : event.key;
  const to = isInField ? null : rowAfter(key, cells.indexOf(event.currentTarget), cells.length);
  if (to === null) return;
  event.preventDefault();
  cells[to]?.focus();
  cells[to]?.select();
}

/** The types that can be made here, with their labels. */
export const TYPE_LABEL: Record<(typeof MADE_TYPES)[number], string> = {
  simple: 'One item',
  variable: 'With variations',
};
