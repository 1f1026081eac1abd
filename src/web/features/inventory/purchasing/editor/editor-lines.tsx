import { PackagePlus, X } from 'lucide-react';
import { memo, useCallback, useRef, useState } from 'react';
import { stockKey } from '#domain/stock.ts';
import { useMay } from '#web/api/session/session.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { displayMoney, ZERO_CENTS } from '#domain/money.ts';
import { priceOf } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import { ScanFlash } from '#web/ui/scan/scan-flash.tsx';
import { useScanner } from '#web/ui/scan/scanner.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { cx } from '#web/ui/cx.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useCatalogueItems } from '../../items/catalogue-items.ts';
import {
  centsTyped,
  type ChosenItem,
  type DraftLine,
  type DraftOrder,
  type DraftProblems,
  type Editing,
  withItem,
  withLine,
  withoutLine,
} from './draft-order.ts';
import { useLastCosts } from '../purchasing-queries.ts';
import { ItemPicker } from '../../items/item-picker.tsx';
import { changeDraft, type DraftId } from './kept-drafts.ts';
import { isDialogOpen } from '#web/ui/layers/layers.ts';
import { NARROW_NAME } from '../../items/narrow-name.ts';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';

const TRACKS = 'minmax(170px, 1fr) minmax(84px, 0.35fr) 132px';
const LAYOUT = { gridTemplateColumns: `${TRACKS} 108px 108px 44px` };
const WITHOUT_COSTS = { gridTemplateColumns: `${TRACKS} 44px` };
const HEADS = [
  ['Item', ''],
  ['SKU', ''],
  ['Quantity', 'text-center'],
] as const;
const COST_HEADS = [
  ['Unit cost', 'text-right'],
  ['Total', 'text-right'],
] as const;

/**
 * The lines of an order while it is edited. Products are added by search or scanner. The browser lays out only the
 * lines in sight, because there may be thousands.
 */
export function EditorLines({
  id,
  draft,
  editing,
  problems,
  sent,
}: {
  id: DraftId;
  draft: DraftOrder;
  editing: Editing;
  problems: DraftProblems;
  /** The order was sent and cannot be edited until the answer is here. */
  sent: boolean;
}) {
  const table = useRef<HTMLDivElement>(null);
  const open = editing === 'items';
  const withCosts = useMay('see-costs');
  const catalogue = useCatalogueItems();
  const lastCosts = useLastCosts().data;
  const add = useCallback(
    (item: ChosenItem) => {
      changeDraft(id, (before) => withItem(before, { ...item, cost: lastCosts?.get(stockKey(item)) ?? item.cost }));
      // Once it is drawn, scrolls to the line that was added or increased.
      requestAnimationFrame(() =>
        table.current?.querySelector(`[data-line="${stockKey(item)}"]`)?.scrollIntoView({ block: 'nearest' }),
      );
    },
    [id, lastCosts],
  );
  return (
    <section aria-label="Lines" className="relative flex min-w-0 grow flex-col max-[640px]:grow-0">
      {open ? (
        <Adding problem={problems.get('lines')} sent={sent} onAdd={add} />
      ) : (
        <p className="border-b border-line px-4 py-2 text-sm text-ink-2">
          {editing === 'costs'
            ? `It was ordered: items and quantities stay, ${withCosts ? 'costs' : 'supplier and notes'} can still be changed.`
            : 'Goods were received or it is closed: only the notes can be changed.'}
        </p>
      )}
      <div ref={table} className="min-h-0 grow overflow-auto max-[640px]:overflow-visible">
        {draft.lines.length === 0 ? (
          <EmptyPanel
            icon={<PackagePlus aria-hidden />}
            title="No lines yet"
            hint="Search for a product above, or scan it."
          />
        ) : (
          <div role="table" aria-label="Lines" className="phone-table min-w-[660px] bg-rows text-sm">
            <div
              role="row"
              style={withCosts ? LAYOUT : WITHOUT_COSTS}
              data-phone-head
              className="sticky top-0 z-10 grid border-b border-line bg-panel"
            >
              {[...HEADS, ...(withCosts ? COST_HEADS : [])].map(([title, align]) => (
                <div
                  key={title}
                  role="columnheader"
                  className={cx('truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-4', align)}
                >
                  {title}
                </div>
              ))}
              <div role="columnheader">
                <span className="sr-only">Remove</span>
              </div>
            </div>
            {draft.lines.map((line) => (
              <LineRow
                key={stockKey(line)}
                id={id}
                line={line}
                unit={catalogue.unitOf(line.productId)}
                editing={editing}
                withCosts={withCosts}
                quantityProblem={problems.get(`quantity ${stockKey(line)}`)}
                costProblem={problems.get(`cost ${stockKey(line)}`)}
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Adding({
  problem,
  sent,
  onAdd,
}: {
  problem: string | undefined;
  sent: boolean;
  onAdd: (item: ChosenItem) => void;
}) {
  const items = useCatalogueItems();
  const [missed, setMissed] = useState(0);

  useScanner((code) => {
    if (isDialogOpen()) return toast.error(`Not added: ${code}. Close the open dialog first, then scan again.`);
    if (sent) return toast.error(`Not added: ${code}. The purchase order is being saved.`);
    const found = items.byCode(code);
    if (found.kind === 'item') {
      onAdd(found.item);
      return toast.success(`${found.item.name} added`);
    }
    setMissed((count) => count + 1);
    if (found.kind === 'variants') toast.error(`${found.name} is ordered by its variants. Search for the variant.`);
    else if (items.isReady) toast.error(`No product has the code ${code}. Nothing was added.`);
    else toast.error('The products are still loading. Scan it again in a moment.');
  });

  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
      <ScanFlash count={missed} />
      <ItemPicker label="Add product" placeholder="Add a product: name, SKU or barcode" items={items} onPick={onAdd} />
      {problem && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}

const CELL = 'min-w-0 px-2.5 first:pl-4';

const LineRow = memo(function LineRow({
  id,
  line,
  unit,
  editing,
  withCosts,
  quantityProblem,
  costProblem,
}: {
  id: DraftId;
  line: DraftLine;
  /** The unit it is counted in: "g", or '' for pieces. */
  unit: string;
  editing: Editing;
  withCosts: boolean;
  quantityProblem: string | undefined;
  costProblem: string | undefined;
}) {
  const key = stockKey(line);
  const { name, sku, quantityMilli, cost } = line;
  const total = priceOf(centsTyped(cost) ?? ZERO_CENTS, quantityMilli);
  const change = (next: Parameters<typeof withLine>[2]) => changeDraft(id, (draft) => withLine(draft, key, next));
  return (
    <div
      role="row"
      data-line={key}
      style={withCosts ? LAYOUT : WITHOUT_COSTS}
      className="phone-row grid min-h-11 scroll-mt-10 items-center border-b border-line py-1 [contain-intrinsic-size:auto_45px] [content-visibility:auto]"
    >
      <div role="cell" data-phone="1-left" className={CELL}>
        <Truncate text={name} className={NARROW_NAME} />
        {unit && (
          <span className="block truncate text-xs text-ink-3">
            Quantity in {unit}
            {withCosts && `, cost per ${unit}`}
          </span>
        )}
      </div>
      <div role="cell" className={CELL}>
        <Truncate text={sku ?? '–'} className="text-ink-2" />
      </div>
      <div role="cell" data-phone="2-left" className={cx(CELL, editing !== 'items' && 'text-center tabular-nums')}>
        {editing === 'items' ? (
          <QuantityField
            label={`Quantity of ${name}`}
            quantity={quantityMilli}
            invalid={quantityProblem !== undefined}
            onChange={(next) => change(() => ({ quantityMilli: next }))}
          />
        ) : (
          quantityWords(quantityMilli, unit)
        )}
      </div>
      {withCosts && (
        <>
          <div role="cell" data-phone="2-right" className={CELL}>
            {editing === 'notes' ? (
              <span className="block text-right tabular-nums">{displayMoney(centsTyped(cost) ?? ZERO_CENTS)}</span>
            ) : (
              <TextInput
                aria-label={`Unit cost of ${name}`}
                aria-invalid={costProblem !== undefined || centsTyped(cost) === null || undefined}
                inputMode="decimal"
                placeholder="0.00"
                className="max-[640px]:w-28 [&>input]:text-right [&>input]:tabular-nums"
                value={cost}
                onFocus={({ target }) => target.select()}
                onChange={({ target }) => change(() => ({ cost: target.value }))}
              />
            )}
          </div>
          <div role="cell" data-phone="3-line" className={cx(CELL, 'text-right tabular-nums')}>
            {displayMoney(total)}
          </div>
        </>
      )}
      <div role="cell" data-phone="1-right">
        {editing === 'items' && (
          <IconButton
            label={`Remove ${name}`}
            icon={<X className="size-4" />}
            onClick={() => changeDraft(id, (draft) => withoutLine(draft, key))}
          />
        )}
      </div>
    </div>
  );
});
