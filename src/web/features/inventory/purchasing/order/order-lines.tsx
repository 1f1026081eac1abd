import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { displayGrouped, fromQuantityNumber } from '#domain/quantity.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { useMay } from '#web/api/session/session.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { displayCost } from '../display-cost.ts';
import { useCatalogueItems } from '../../items/catalogue-items.ts';
import { NARROW_NAME } from '../../items/narrow-name.ts';
import { PhoneLabel } from '../../items/phone-label.tsx';

type Line = PurchaseOrder['items'][number];

const TRACKS = 'minmax(180px, 1fr) 76px 116px';
const LAYOUT = { gridTemplateColumns: `${TRACKS} 88px 96px` };
const WITHOUT_COSTS = { gridTemplateColumns: TRACKS };
const HEADS = [
  ['Item', false],
  ['Ordered', true],
  ['Received', true],
] as const;
const COST_HEADS = [
  ['Unit cost', true],
  ['Total', true],
] as const;

/** The lines of an order with what was ordered and what has arrived. The browser lays out only the lines in sight. */
export function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const withCosts = useMay('see-costs');
  const catalogue = useCatalogueItems();
  return (
    <div
      ref={scrollStop}
      className="min-w-0 grow overflow-auto max-[640px]:shrink-0 max-[640px]:grow-0"
      role="region"
      aria-label="Lines of this purchase order"
    >
      <div role="table" aria-label="Lines" className="phone-table min-w-[560px] bg-rows text-sm">
        <div
          role="row"
          data-phone-head
          style={withCosts ? LAYOUT : WITHOUT_COSTS}
          className="sticky top-0 z-10 grid border-b border-line bg-panel"
        >
          {[...HEADS, ...(withCosts ? COST_HEADS : [])].map(([title, right]) => (
            <div
              key={title}
              role="columnheader"
              className={cx(
                'truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-4 last:pr-4',
                right && 'text-right',
              )}
            >
              {title}
            </div>
          ))}
        </div>
        {order.items.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            unit={catalogue.unitOf(line.product_id)}
            draft={order.status === 'draft'}
            withCosts={withCosts}
          />
        ))}
      </div>
    </div>
  );
}

const CELL = 'min-w-0 px-2.5 first:pl-4 last:pr-4';

function LineRow({ line, unit, draft, withCosts }: { line: Line; unit: string; draft: boolean; withCosts: boolean }) {
  const of = unit && ` ${unit}`;
  const all = line.quantity_remaining === 0;
  return (
    <div
      role="row"
      style={withCosts ? LAYOUT : WITHOUT_COSTS}
      className="phone-row grid min-h-row items-center border-b border-line py-1 [contain-intrinsic-size:auto_45px] [content-visibility:auto]"
    >
      <div role="cell" data-phone="1-left" className={CELL}>
        <Truncate text={line.product_name} className={NARROW_NAME} />
        {line.sku !== null && line.sku !== '' && <Truncate text={line.sku} className="text-xs leading-4 text-ink-3" />}
        {line.notes !== '' && <span className="block truncate text-xs text-ink-3">{line.notes}</span>}
      </div>
      <div role="cell" data-phone="1-right" className={cx(CELL, 'text-right tabular-nums')}>
        {displayGrouped(fromQuantityNumber(line.quantity_ordered))}
        {of}
      </div>
      <div
        role="cell"
        data-phone="2-left"
        className={cx(CELL, 'flex items-center justify-end gap-1.5 tabular-nums max-[640px]:justify-start')}
      >
        {line.quantity_over > 0 && (
          <Badge tone="yellow">
            +{displayGrouped(fromQuantityNumber(line.quantity_over))}
            {of} over
          </Badge>
        )}
        {!draft && <PhoneLabel>Received</PhoneLabel>}
        <span className={cx(draft || line.quantity_received === 0 ? 'text-ink-3' : all ? 'text-green' : 'text-yellow')}>
          {draft ? '–' : `${displayGrouped(fromQuantityNumber(line.quantity_received))}${of}`}
        </span>
      </div>
      {withCosts && (
        <>
          <div role="cell" className={cx(CELL, 'text-right tabular-nums')}>
            {displayCost(line.unit_cost)}
            {unit && <span className="text-ink-3">/{unit}</span>}
          </div>
          <div role="cell" data-phone="2-right" className={cx(CELL, 'text-right tabular-nums')}>
            {displayCost(line.line_total)}
          </div>
        </>
      )}
    </div>
  );
}
