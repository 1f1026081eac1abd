import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { perOwner } from '#web/api/session/per-owner.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import type { ExplainedItem } from './explained-item.ts';

/** What is explained now. */
export const useExplained = perOwner<{ item: ExplainedItem | null; open: boolean }>(() => ({
  item: null,
  open: false,
}));

export const StockDialog = lazyPart(async () => (await import('./stock-figure-dialog.tsx')).StockDialog);

/** Has the explanation of a figure open at once, also when the network is gone by then. */
export const prefetchExplanation = () => void StockDialog.fetch();

/** Shows the movements behind a stock figure. */
export async function explainStock(item: ExplainedItem): Promise<void> {
  if (await StockDialog.fetch()) useExplained.setState({ item, open: true });
  else toast.error('The movements cannot be shown: the server does not answer. Try again in a moment.');
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
