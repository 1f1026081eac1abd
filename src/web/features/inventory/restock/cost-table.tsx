import { memo, useMemo, useState } from 'react';
import { type Cents, displayMoney, sum } from '#domain/money.ts';
import { type Milli, priceOf, displayGrouped } from '#domain/quantity.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { pendingItem, type PendingItem } from '../items/item-names.ts';
import { type PendingRestocks } from '../pending/pending.ts';

/** Further rows are shown on request. */
const FIRST_SHOWN = 300;

const COST_COLUMNS = 'grid grid-cols-[minmax(10rem,1fr)_6rem_7rem_7rem] items-center gap-x-3 px-3';

/** The pending items with the unit cost of each, where it is known. */
export function CostTable({
  restocks,
  texts,
  wrong,
  costs,
  disabled,
  onText,
}: {
  restocks: PendingRestocks;
  texts: ReadonlyMap<string, string>;
  wrong: ReadonlySet<string>;
  costs: ReadonlyMap<string, Cents>;
  disabled: boolean;
  onText: (key: string, text: string) => void;
}) {
  const { byId } = useCatalogue();
  const [all, setAll] = useState(false);
  const lines = useMemo(
    () =>
      [...restocks]
        .slice(0, all ? restocks.size : FIRST_SHOWN)
        .map(([key, quantity]) => ({ item: pendingItem(key, byId), key, quantity })),
    [restocks, all, byId],
  );
  const left = restocks.size - lines.length;
  const subtotal = sum([...restocks].map(([key, quantity]) => priceOf(costs.get(key) ?? (0 as Cents), quantity)));
  return (
    <section aria-label="Lines" className="overflow-hidden rounded-md border border-line">
      <div role="table" aria-label="Lines" className="max-h-72 overflow-y-auto text-sm">
        <div
          role="row"
          className={cx(COST_COLUMNS, 'sticky top-0 z-10 h-9 border-b border-line bg-panel text-xs text-ink-3')}
        >
          <span role="columnheader">Product</span>
          <span role="columnheader" className="text-right">
            Quantity
          </span>
          <span role="columnheader" className="text-right">
            Unit cost
          </span>
          <span role="columnheader" className="text-right">
            Total
          </span>
        </div>
        {lines.map(({ item, key, quantity }) => (
          <CostRow
            key={key}
            item={item}
            quantity={quantity}
            text={texts.get(key) ?? ''}
            cost={costs.get(key) ?? null}
            isWrong={wrong.has(key)}
            disabled={disabled}
            onText={onText}
          />
        ))}
      </div>
      <div className="flex items-baseline justify-between border-t border-line bg-panel px-3 py-2 text-sm">
        <span className="text-ink-2">
          {wrong.size > 0 ? (
            <span className="text-danger-ink">A cost is an amount with at most two decimals, such as 1250.50.</span>
          ) : left > 0 ? (
            <>
              {`and ${left.toLocaleString('en-US')} more `}
              <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
                Show all
              </Button>
            </>
          ) : (
            'Unit costs are optional'
          )}
        </span>
        <span className="tabular-nums">
          <span className="text-ink-2">Subtotal </span>
          <span className="font-medium">{displayMoney(subtotal)}</span>
        </span>
      </div>
    </section>
  );
}

/** Memoized, so that typing a cost draws only its own row again. */
const CostRow = memo(function CostRow({
  item,
  quantity,
  text,
  cost,
  isWrong,
  disabled,
  onText,
}: {
  item: PendingItem;
  quantity: Milli;
  text: string;
  /** Null when no cost is typed or the text is not an amount. */
  cost: Cents | null;
  isWrong: boolean;
  disabled: boolean;
  onText: (key: string, text: string) => void;
}) {
  return (
    <div
      role="row"
      className={cx(
        COST_COLUMNS,
        'h-10 border-b border-line tabular-nums [contain-intrinsic-size:auto_40px] [content-visibility:auto] last:border-0',
      )}
    >
      <span role="cell" className="min-w-0">
        <Truncate text={item.name} />
      </span>
      <span role="cell" className="text-right text-ink-2">
        {displayGrouped(quantity)}
        {item.unit && ` ${item.unit}`}
      </span>
      <span role="cell">
        <input
          aria-label={`Unit cost: ${item.name}`}
          aria-invalid={isWrong || undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          disabled={disabled}
          value={text}
          onChange={({ target }) => onText(item.key, target.value)}
          className="h-7 w-full rounded-md border border-edge bg-raised px-2 text-right text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus aria-invalid:border-danger-ink"
        />
      </span>
      <span role="cell" className="text-right text-ink-2">
        {cost === null ? '–' : displayMoney(priceOf(cost, quantity))}
      </span>
    </div>
  );
});
