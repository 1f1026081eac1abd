import type { Milli } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import { type StockTone, stockTone } from '#domain/stock.ts';
import { Badge, type Tone } from '#web/ui/status/badge.tsx';

const TONES: Record<StockTone, Tone> = { out: 'red', low: 'yellow', good: 'green' };

/**
 * @param unit shown after the number, such as "g"; nothing for pieces
 * @param short "left" instead of "in stock", where there is little room
 */
export function StockBadge({
  quantity,
  unit = '',
  short = false,
}: {
  quantity: Milli;
  unit?: string;
  short?: boolean;
}) {
  const tone = TONES[stockTone(quantity)];
  if (quantity <= 0) return <Badge tone={tone}>Out of stock</Badge>;
  const there = quantityWords(quantity, unit);
  if (!short) {
    return (
      <Badge tone={tone}>
        {there}
        {/* A small card that has a quantity in the cart has no room for both; "left" would be wrong, the cart is not taken off. */}
        <span className="@max-[15rem]/facts:group-has-data-in-cart/facts:sr-only"> in stock</span>
      </Badge>
    );
  }
  return (
    <Badge tone={tone}>
      {there}
      {/* On a phone, "left" gives its place to the quantity in the cart, which is not taken off. */}
      <span className="group-has-data-in-cart/facts:sr-only"> left</span>
    </Badge>
  );
}
