import type { WireEffects } from '#contract/order-changes.ts';
import { formatMoney, sum } from '#domain/money.ts';
import { centsOf } from './order-format.ts';

/** What the same status does to several orders, taken together. null without any. */
export function together(effects: readonly WireEffects[]): WireEffects | null {
  const [first] = effects;
  if (!first) return null;
  const stock = effects.find((one) => one.stock !== 'unchanged')?.stock ?? 'unchanged';
  const moneyOf = (pick: (one: WireEffects) => string) => formatMoney(sum(effects.map((one) => centsOf(pick(one)))));
  const tenders = effects.flatMap((one) => one.tenders);
  return {
    from: first.from,
    to: first.to,
    stock,
    items: effects.flatMap((one) => one.items),
    short: effects.some((one) => one.short),
    points: effects.reduce((points, one) => points + one.points, 0),
    refund: moneyOf((one) => one.refund),
    refund_undone: moneyOf((one) => one.refund_undone),
    tenders: (['cash', 'card'] as const).flatMap((method) => {
      const ofMethod = tenders.filter((tender) => tender.method === method);
      if (ofMethod.length === 0) return [];
      return [{ method, amount: formatMoney(sum(ofMethod.map(({ amount }) => centsOf(amount)))) }];
    }),
  };
}
