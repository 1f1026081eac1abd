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

/** Has the explanation of a figure open at once, also when the network is gone by then. */
export const prefetchExplanation = () => void StockDialog.fetch();

/** Shows the movements behind a stock figure. */
async function explainStock(item: ExplainedItem): Promise<void> {
  if (await StockDialog.fetch()) useExplained.setState({ item, open: true });
  else toast.error('The movements cannot be shown: the server does not answer. Try again in a moment.');
}

/**
 * Shows what `explainStock` was given. Mounted once, by the shell: a row that scrolls away takes nothing with it.
 */
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
 * A stock figure that explains itself: a press shows the movements it is the sum of. In the colours of stock unless
 * `plain`. It keeps a press to itself, so that a row or a card around it is not chosen.
 * @param tabStop false inside grids that move their own focus
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
 * Makes what shows a stock a way to its explanation, with the reach of a fingertip.
 * @param itemNow asked when it is pressed: the stock of its variants is that of the moment
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
