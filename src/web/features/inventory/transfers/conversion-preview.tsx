import { ArrowRight } from 'lucide-react';
import { type Milli, toMilli, displayGrouped } from '#domain/quantity.ts';
import { cx } from '#web/ui/cx.ts';
import type { ConversionLacks, ConversionOutcome } from './conversion-draft.ts';
import type { MovableItem } from './movable-item.ts';

/** Both items with their stock before and after, or what is still missing. */
export function ConversionPreview({
  from,
  to,
  stock,
  outputMilli,
  outcome,
}: {
  from: MovableItem;
  to: MovableItem | null;
  stock: { from: Milli; to: Milli };
  outputMilli: Milli;
  outcome: ConversionOutcome | ConversionLacks;
}) {
  if ('sentence' in outcome || to === null) {
    return (
      <p className="rounded-md border border-line px-3 py-3 text-sm text-ink-2">
        {'sentence' in outcome ? outcome.sentence : ''}
      </p>
    );
  }
  return (
    <div
      role="group"
      aria-label="What this does"
      aria-live="polite"
      className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 rounded-md border border-line-strong p-3 text-sm"
    >
      <Side
        title="Goes in"
        item={from}
        change={toMilli(-outcome.inMilli)}
        before={stock.from}
        after={outcome.fromAfterMilli}
        bad={outcome.isShort}
      />
      <ArrowRight aria-hidden className="size-5 text-ink-3" />
      <Side
        title="Comes out"
        item={to}
        change={outputMilli}
        before={stock.to}
        after={outcome.toAfterMilli}
        bad={false}
      />
    </div>
  );
}

function Side({
  title,
  item,
  change,
  before,
  after,
  bad,
}: {
  title: string;
  item: MovableItem;
  change: Milli;
  before: Milli;
  after: Milli;
  bad: boolean;
}) {
  const unit = item.unit && ` ${item.unit}`;
  return (
    <div className="min-w-0">
      <p className="text-xs text-ink-3">{title}</p>
      <p className="truncate font-medium" title={item.name}>
        {item.name}
      </p>
      <p className="text-lg font-semibold tabular-nums">
        {change > 0 ? '+' : ''}
        {displayGrouped(change)}
        {unit}
      </p>
      <p className={cx('tabular-nums', bad ? 'text-danger-ink' : 'text-ink-2')}>
        {bad
          ? `Only ${displayGrouped(before)}${unit} in stock`
          : `${displayGrouped(before)}${unit} to ${displayGrouped(after)}${unit}`}
      </p>
    </div>
  );
}
