import { Suspense } from 'react';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { type StockTone, stockKey, stockTone } from '#domain/stock.ts';
import { cx } from '#web/ui/cx.ts';
import { explainStock, prefetchExplanation, StockDialog, useExplained } from './explain-stock.tsx';
import type { ExplainedItem } from './explained-item.ts';

/** Shows the dialog that `explainStock` opens. Mounted once, by the shell, so that it stays when a row scrolls away. */
export function StockExplanations() {
  const { item, open } = useExplained();
  if (!item) return null;
  return (
    <Suspense fallback={null}>
      <StockDialog
        key={`${stockKey(item)} ${item.locationId ?? ''}`}
        item={item}
        open={open}
        onClose={() => useExplained.setState({ open: false })}
        onClosed={() => useExplained.setState(({ open }) => (open ? {} : { item: null }))}
      />
    </Suspense>
  );
}

const TONE: Record<StockTone, string> = { out: 'text-red', low: 'text-yellow', good: 'text-green' };

/**
 * A stock figure that can be pressed to show its movements. It has the colours of stock unless `plain`. The press does
 * not reach a row or card around it.
 * @param tabStop false inside grids that move the focus themselves
 */
export function StockFigure({
  item,
  quantity,
  plain = false,
  tabStop = true,
  className,
}: {
  item: ExplainedItem;
  quantity: Milli;
  plain?: boolean;
  tabStop?: boolean;
  className?: string;
}) {
  const figure = `${displayQuantity(quantity)}${item.unit ? ` ${item.unit}` : ''}`;
  return (
    <button
      type="button"
      tabIndex={tabStop ? undefined : -1}
      aria-haspopup="dialog"
      aria-label={`${figure}, movements of ${item.name}`}
      title="Explain this number"
      onPointerEnter={prefetchExplanation}
      onFocus={prefetchExplanation}
      onClick={(event) => {
        event.stopPropagation();
        void explainStock(item);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && event.stopPropagation()}
      className={cx(
        'inline-flex h-7 items-center rounded-sm px-1.5 tabular-nums underline decoration-ink-3 decoration-dotted decoration-1 underline-offset-4 transition-colors hover:bg-press hover:decoration-current focus-visible:decoration-current',
        plain ? 'text-ink' : TONE[stockTone(quantity)],
        className,
      )}
    >
      {figure}
    </button>
  );
}
