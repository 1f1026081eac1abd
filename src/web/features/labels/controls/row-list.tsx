import { X } from 'lucide-react';
import { Fragment, memo, useRef, useState } from 'react';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { toMilli } from '#domain/quantity.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { useEvenRows } from '#web/ui/rows/row-window.ts';
import { PlaceLeft } from '#web/ui/rows/scrolled-pane.ts';
import { change, changeRow, clampCopies, type LabelRow, removeRow } from '../labels-state.ts';

/** A row with the gap below it. */
const ROW_PX = 46;

/** The indexes of the drawn rows. The row with the focus is among them, because removing it would lose the focus. */
function drawnRows(first: number, end: number, focused: number): readonly number[] {
  const inSight = Array.from({ length: end - first }, (_, index) => first + index);
  if (focused === -1 || inSight.includes(focused)) return inSight;
  return focused < first ? [focused, ...inSight] : [...inSight, focused];
}

/** The rows to print, each with its number of labels. An import has thousands, so only those in sight are drawn. */
export function RowList({
  rows,
  names,
  selected,
}: {
  rows: readonly LabelRow[];
  /** By key. */
  names: ReadonlyMap<string, string>;
  /** The key of the row whose product the panel shows. */
  selected: string | null;
}) {
  const pane = useRef<HTMLUListElement>(null);
  const [place] = useState(() => new PlaceLeft());
  const { first, end } = useEvenRows(pane, place, '', rows.length, ROW_PX);
  const [focused, setFocused] = useState<string | null>(null);
  const focusedAt = focused === null ? -1 : rows.findIndex(({ key }) => key === focused);
  const drawn = drawnRows(first, Math.min(end, rows.length), focusedAt);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears of the focus of its fields
    <ul
      ref={pane}
      aria-label="On these labels"
      className="mt-3 max-h-72 overflow-y-auto [overflow-anchor:none]"
      onFocus={({ target }) => {
        const position = Number(target.closest('li')?.getAttribute('aria-posinset'));
        setFocused(rows[position - 1]?.key ?? null);
      }}
    >
      {drawn.map((index, at) => {
        const row = rows[index];
        const above = index - ((drawn[at - 1] ?? -1) + 1);
        return (
          row && (
            <Fragment key={row.key}>
              {above > 0 && <li aria-hidden style={{ height: above * ROW_PX }} />}
              <RowLine
                row={row}
                name={names.get(row.key) ?? 'A product that is not sold here'}
                selected={row.key === selected}
                place={index + 1}
                total={rows.length}
              />
            </Fragment>
          )
        );
      })}
      <li aria-hidden style={{ height: (rows.length - 1 - (drawn.at(-1) ?? -1)) * ROW_PX }} />
    </ul>
  );
}

/** The focus goes to the row that takes the place of a removed one, else to the one above, else to the preview. */
function focusBeside(removed: HTMLLIElement | null): void {
  const beside = [removed?.nextElementSibling, removed?.previousElementSibling];
  const found = beside.map((line) => line?.querySelector<HTMLElement>('[data-remove]')).find((button) => button);
  handFocusOn(() => found ?? document.querySelector<HTMLElement>('[data-focus-home]'));
}

function Copies({ row, name }: { row: LabelRow; name: string }) {
  return (
    <span className="block w-32 shrink-0">
      <QuantityField
        label={`Labels of ${name}`}
        quantity={toMilli(row.copies * 1000)}
        most={toMilli(MOST_PRINTED * 1000)}
        decimals={0}
        onChange={(quantity) => quantity > 0 && changeRow(row.key, { copies: clampCopies(quantity / 1000) })}
      />
    </span>
  );
}

const RowLine = memo(function RowLine({
  row,
  name,
  selected,
  place,
  total,
}: {
  row: LabelRow;
  name: string;
  selected: boolean;
  /** From 1, of `total` rows. */
  place: number;
  total: number;
}) {
  const what = (
    <>
      <span className="block truncate text-sm font-medium text-ink">{name}</span>
      <span className="block text-xs text-ink-3">{row.kind === 'typed' ? 'Manual label' : 'Product'}</span>
    </>
  );
  return (
    <li
      aria-posinset={place}
      aria-setsize={total}
      className={cx('mb-0.5 flex h-11 items-center gap-2 rounded-md pr-1 pl-2', selected && 'bg-accent-soft')}
    >
      {row.kind === 'product' ? (
        <button
          type="button"
          aria-pressed={selected}
          className="min-w-0 grow rounded-sm text-left"
          onClick={() => change({ selected: row.key })}
        >
          {what}
        </button>
      ) : (
        <span className="min-w-0 grow">{what}</span>
      )}
      <Copies row={row} name={name} />
      <IconButton
        label={`Remove ${name}`}
        size="sm"
        icon={<X aria-hidden className="size-4" />}
        data-remove
        onClick={({ currentTarget }) => {
          const line = currentTarget.closest('li');
          removeRow(row.key);
          focusBeside(line);
        }}
      />
    </li>
  );
});
