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
  const there = `${quantityWords(quantity, unit)} ${short ? 'left' : 'in stock'}`;
  return <Badge tone={TONES[stockTone(quantity)]}>{quantity <= 0 ? 'Out of stock' : there}</Badge>;
}
