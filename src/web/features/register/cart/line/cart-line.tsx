import { Percent } from 'lucide-react';
import { memo } from 'react';
import { type CartLine, countOf } from '#domain/cart.ts';
import { beforePoints, type LinePrice, listPriceOf, type Sold } from '#domain/line-price.ts';
import { displayMoney, minus, times } from '#domain/money.ts';
import type { ChosenTier } from '#domain/pricing-tiers.ts';
import { perUnit } from '#domain/unit.ts';
import { displayDrawn } from './sellable.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { LongName } from '#web/ui/controls/long-name.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { QuantityStepper } from './quantity-stepper.tsx';
import type { Shortage } from './stock-check.ts';

/** "3.5 g · $40.00", "$12.50 each", "$10.00 per g": the quantity and present price of one of the line. */
function unitWords(line: CartLine): string {
  const each = displayMoney(line.overrideCents ?? listPriceOf(line.sold));
  return line.sold.kind === 'tier' ? `${line.sold.chosen.tier.label} · ${each}` : perUnit(each, line.sold.unit);
}

/** The changes of the price and their reason, in a few words: "10% off · Price match". */
function changeWords(line: CartLine): string {
  const words: string[] = [];
  if (line.discount > 0) words.push(`${line.discount / 100}% off`);
  if (line.adjustmentCents !== 0) {
    words.push(`${line.adjustmentCents > 0 ? '+' : ''}${displayMoney(line.adjustmentCents)}`);
  }
  if (line.overrideReason) words.push(line.overrideReason);
  else if (line.overrideCents !== null) words.push('New price');
  return words.join(' · ');
}

/** "7 g costs $60.00, saves $20.00". Rule: register/cheaper-tier. */
function cheaperWords({ sold }: CartLine, { tier }: ChosenTier): string {
  const saved = minus(times(listPriceOf(sold), countOf(sold)), tier.priceCents);
  return `${tier.label} costs ${displayMoney(tier.priceCents)}, saves ${displayMoney(saved)}`;
}

function StockWarning({ shortage: { leftMilli }, sold }: { shortage: Shortage; sold: Sold }) {
  return (
    <Badge tone={leftMilli <= 0 ? 'red' : 'yellow'}>
      {leftMilli <= 0 ? 'Out of stock' : `Only ${displayDrawn(leftMilli, sold)} left`}
    </Badge>
  );
}

/** A line of the cart: item, count, price, and the button to change the price. Rule: register/line-height. */
export const CartLineRow = memo(function CartLineRow({
  line,
  price,
  cheaper,
  shortage,
  locked,
  onCount,
  onEdit,
  onSwap,
}: {
  line: CartLine;
  price: LinePrice;
  /** A tier that is as much for less; null for none. */
  cheaper: ChosenTier | null;
  shortage: Shortage | undefined;
  locked: boolean;
  onCount: (key: string, count: number) => void;
  onEdit: (key: string) => void;
  onSwap: (key: string, chosen: ChosenTier) => void;
}) {
  const cents = beforePoints(price);
  const changed = cents !== price.originalCents;
  const changes = changeWords(line);
  return (
    <li className="border-b border-line pr-2 pl-4">
      {/* 64 px with the border: twice as many lines in sight as with pictures, and still 44 px to press. */}
      <div className="grid h-[63px] grid-cols-[minmax(0,1fr)_auto] grid-rows-[19px_44px] items-center">
        <div className="col-span-2 flex justify-between gap-3 pt-1.5 pr-2 text-base leading-5">
          <LongName name={line.name} className="font-medium" />
          <span className="text-right font-semibold">{displayMoney(cents)}</span>
        </div>
        <Truncate text={unitWords(line)} className="pr-2 text-sm text-ink-2" />
        <div className="flex">
          <QuantityStepper
            name={line.name}
            count={countOf(line.sold)}
            {...(line.sold.kind === 'unit' && { measured: line.sold })}
            disabled={locked}
            onCount={(count) => onCount(line.key, count)}
          />
          <IconButton
            label={`Change price of ${line.name}`}
            size="touch"
            disabled={locked}
            icon={<Percent className="size-4" />}
            onClick={() => onEdit(line.key)}
          />
        </div>
      </div>
      {(shortage || changed || changes) && (
        <div className="flex items-center gap-2 pr-2 pb-2 text-xs">
          {shortage && <StockWarning shortage={shortage} sold={line.sold} />}
          {changed && (
            <s className="shrink-0 text-ink-3">
              <span className="sr-only">Before: </span>
              {displayMoney(price.originalCents)}
            </s>
          )}
          {changes && <Truncate text={changes} lines={2} className="text-accent-ink" />}
        </div>
      )}
      {cheaper && (
        <div className="flex items-center justify-between gap-2 pr-2 pb-1 text-sm text-ink-2">
          <Truncate text={cheaperWords(line, cheaper)} />
          <Button
            size="touch"
            variant="ghost"
            disabled={locked}
            aria-label={`Sell as ${cheaper.tier.label}: ${line.name}`}
            className="px-2! text-sm text-accent-ink!"
            onClick={() => onSwap(line.key, cheaper)}
          >
            Sell as {cheaper.tier.label}
          </Button>
        </div>
      )}
    </li>
  );
});
