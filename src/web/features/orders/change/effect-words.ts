import { counted } from '#domain/counted.ts';
import { centsOf } from '#domain/money.ts';
import type { WireBulkEffects, WireEffects } from '#contract/order-changes.ts';
import { countWords, displayAmount, statusLabel } from '#web/entities/order/order-format.ts';

const LEAD: Partial<Record<WireEffects['to'], string>> = {
  cancelled: 'Cancels',
  refunded: 'Refunds',
  completed: 'Completes',
  void: 'Deletes',
};

const METHOD = { cash: 'cash', card: 'card' };
const BY_METHOD = { cash: 'in cash', card: 'by card' };

/** The number of things that move. Each piece counts; a weighed quantity counts as one. */
function countOf(items: WireEffects['items']): number {
  return items.reduce((count, { quantity }) => count + (Number.isInteger(quantity) ? quantity : 1), 0);
}

/** "$20.00 by card", "$20.00 ($12.00 cash, $8.00 card)". */
function moneyByTender(amount: string, tenders: WireEffects['tenders']): string {
  const parts = tenders.map((tender) => `${displayAmount(tender.amount)} ${METHOD[tender.method]}`);
  const [only] = tenders;
  if (!only) return displayAmount(amount);
  return tenders.length === 1
    ? `${displayAmount(only.amount)} ${BY_METHOD[only.method]}`
    : `${displayAmount(amount)} (${parts.join(', ')})`;
}

/** The effects on one order, or on several together. */
type Effects = Omit<WireEffects, 'from' | 'short'> | WireBulkEffects;

/**
 * The end of a sentence that tells a negative balance, because the customer has spent points that are taken back; ''
 * otherwise.
 */
function belowZero(effects: Effects): string {
  if ('customers_below_zero' in effects) {
    const many = effects.customers_below_zero;
    return many === 0 ? '' : `, which leaves ${counted(many, 'customer')} with fewer than no points`;
  }
  const { points_balance: balance, points, points_returned: returned } = effects;
  if (balance === null || balance >= 0 || points + returned === 0) return '';
  return `, which leaves the customer with ${counted(balance, 'point')}`;
}

/** "The customer has -3 points now.", after a change; null for all other balances. */
export function belowZeroWords(balance: number | null | undefined): string | null {
  return balance == null || balance >= 0 ? null : `The customer has ${counted(balance, 'point')} now.`;
}

function partsOf(effects: Effects): string[] {
  const { stock, items, points, points_returned: returned, refund, refund_undone: undone, tenders, payments } = effects;
  const things = counted(countOf(items), 'item');
  const again = payments.length > 0 ? '' : ' again';
  return [
    stock === 'returned' && items.length > 0 && `returns ${things} to stock`,
    ...payments.map(({ method, amount }) => `payment ${BY_METHOD[method]} of ${displayAmount(amount)} is recorded`),
    stock === 'sold' && items.length > 0 && `takes ${things} from stock${again}`,
    points < 0 && `takes back ${counted(-points, 'point')}`,
    points > 0 && `gives ${counted(points, 'point')}${again}`,
    returned > 0 && `gives back ${counted(returned, 'point')} that ${returned === 1 ? 'was' : 'were'} used`,
    returned < 0 && `uses ${counted(-returned, 'point')} again`,
    centsOf(refund) > 0 && `gives back ${moneyByTender(refund, tenders)}`,
    centsOf(undone) > 0 && `undoes the refund of ${displayAmount(undone)}`,
  ].filter((part) => part !== false);
}

/** Such as "Cancels: returns 3 items to stock, takes back 40 points"; null when only the status changes. */
export function effectSentence(effects: Effects): string | null {
  const parts = partsOf(effects);
  if (parts.length === 0) return null;
  return `${LEAD[effects.to] ?? `Sets to ${statusLabel(effects.to).toLowerCase()}`}: ${parts.join(', ')}${belowZero(effects)}`;
}

/**
 * Items whose jars do not have enough for selling the order again: "Blue Ridge Mist: 3.5 g needed, 1 g in stock".
 *
 * @param unitOf the unit that the stock of a line is counted in, by the id of the line
 */
export function shortages({ short, items }: WireEffects, unitOf: (lineId: number) => string): string[] {
  if (!short) return [];
  return items
    .filter(({ quantity, available }) => quantity > available)
    .map(
      ({ line_id, name, quantity, available }) =>
        `${name}: ${countWords(quantity, unitOf(line_id))} needed, ${countWords(available, unitOf(line_id))} in stock`,
    );
}
