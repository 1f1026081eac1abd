import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { type StockTone, stockTone } from '#domain/stock.ts';
import { Badge, type Tone } from './badge.tsx';

const TONES: Record<StockTone, Tone> = { out: 'red', low: 'yellow', good: 'green' };

/** @param unit follows the number, for example "g"; nothing for pieces */
export function StockBadge({ quantity, unit = '' }: { quantity: Milli; unit?: string }) {
  return (
    <Badge tone={TONES[stockTone(quantity)]}>
      {quantity <= 0 ? 'Out of stock' : `${displayQuantity(quantity)}${unit && ` ${unit}`} in stock`}
    </Badge>
  );
}
