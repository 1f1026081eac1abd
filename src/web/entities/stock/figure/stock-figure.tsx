import { Info } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { type StockTone, stockKey, stockTone } from '#domain/stock.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import type { ExplainedItem } from './explained-item.ts';

const useExplained = perOwner<{ item: ExplainedItem | null; open: boolean }>(() => ({ item: null, open: false }));

const StockDialog = lazyPart(async () => (await import('./stock-figure-dialog.tsx')).StockDialog);

/** Fetches the dialog's code early, so that it opens at once and while the network is down. */
export const prefetchExplanation = () => void StockDialog.fetch();

/** Shows the movements behind a stock figure. */
async function explainStock(item: ExplainedItem): Promise<void> {
  if (await StockDialog.fetch()) useExplained.setState({ item, open: true });
  else toast.error('The movements cannot be shown: the server does not answer. Try again in a moment.');
}

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
        'inline-flex h-7 items-center rounded-sm px-1.5 tabular-nums underline decoration-transparent decoration-dotted underline-offset-4 transition-colors hover:bg-press hover:decoration-current focus-visible:decoration-current',
        plain ? 'text-ink' : TONE[stockTone(quantity)],
        className,
      )}
    >
      {figure}
    </button>
  );
}

/**
 * Makes an element that shows stock open the explanation, with a press area large enough for a finger.
 * @param itemNow called on the press, because the stock of variants may have changed
 */
export function ExplainStock({
  name,
  tabStop = true,
  itemNow,
  children,
}: {
  name: string;
  tabStop?: boolean;
  itemNow: () => ExplainedItem;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      tabIndex={tabStop ? undefined : -1}
      title="Explain this number"
      aria-haspopup="dialog"
      onPointerEnter={prefetchExplanation}
      onFocus={prefetchExplanation}
      onClick={(event) => {
        event.stopPropagation();
        void explainStock(itemNow());
      }}
      className="group/explain relative -my-0.5 flex h-6 items-center gap-1.5 rounded-sm before:absolute before:-inset-x-2 before:-top-3.5 before:-bottom-1.5"
    >
      <Info aria-hidden className="size-3.5 text-ink-3 transition-colors group-hover/explain:text-ink" />
      {children}
      <span className="sr-only">, movements of {name}</span>
    </button>
  );
}
