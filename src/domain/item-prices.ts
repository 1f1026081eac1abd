import type { Cents } from './money.ts';

/** The prices of one piece that hold from an instant (ms since 1970) on; null: none. */
export interface PriceStep {
  readonly fromMs: number;
  readonly regular: Cents | null;
  readonly sale: Cents | null;
}

/** A reduced price from an instant (null: at once) until another (null: for good). */
export interface SalePrice {
  readonly price: Cents;
  readonly fromMs: number | null;
  readonly untilMs: number | null;
}

/** The prices of one piece as people think of them: the current one, a sale, and regular prices to come. */
export interface PricePlan {
  readonly regular: Cents | null;
  readonly sale: SalePrice | null;
  /** By instant. */
  readonly changes: readonly { readonly fromMs: number; readonly regular: Cents | null }[];
}

/** True when a sale price is not below the regular price, so that a sale would raise what a customer pays. */
export function isRaise({ regular, sale }: Pick<PriceStep, 'regular' | 'sale'>): boolean {
  return regular !== null && sale !== null && sale >= regular;
}

/** An instant this near counts as now: it would have passed by the time that the change is committed. Rule: pricing/scheduled. */
export const ABOUT_NOW_MS = 5000;

const bySoonest = (one: { fromMs: number }, other: { fromMs: number }) => one.fromMs - other.fromMs;

/**
 * The plan as steps: the first holds now, the others are to come, each different from the one before.
 * Rule: pricing/scheduled.
 */
export function stepsOf({ regular, sale, changes }: PricePlan, nowMs: number): readonly [PriceStep, ...PriceStep[]] {
  const isToCome = (ms: number) => ms > nowMs + ABOUT_NOW_MS;
  const planned = changes.toSorted(bySoonest);
  const at = (ms: number): PriceStep => {
    const latest = planned.findLast((change) => change.fromMs <= ms || (ms === nowMs && !isToCome(change.fromMs)));
    const begun = sale !== null && (sale.fromMs === null || sale.fromMs <= ms || !isToCome(sale.fromMs));
    const over = sale?.untilMs != null && (sale.untilMs <= ms || !isToCome(sale.untilMs));
    return { fromMs: ms, regular: latest ? latest.regular : regular, sale: begun && !over ? sale.price : null };
  };
  const instants = [...planned.map(({ fromMs }) => fromMs), sale?.fromMs ?? nowMs, sale?.untilMs ?? nowMs];
  const first = at(nowMs);
  const steps: [PriceStep, ...PriceStep[]] = [first];
  for (const ms of [...new Set(instants.filter(isToCome))].toSorted((one, other) => one - other)) {
    const step = at(ms);
    const last = steps.at(-1) ?? first;
    if (step.regular !== last.regular || step.sale !== last.sale) steps.push(step);
  }
  return steps;
}

/**
 * The plan that steps come from. If several sales are to come, the plan has only the first; `stepsOf` never makes more.
 * @param present the current price, and the instant from which it holds
 */
export function planOf(present: Omit<PriceStep, 'fromMs'>, toCome: readonly PriceStep[]): PricePlan {
  const changes: { fromMs: number; regular: Cents | null }[] = [];
  let { regular } = present;
  let sale: SalePrice | null = present.sale === null ? null : { price: present.sale, fromMs: null, untilMs: null };
  for (const step of toCome.toSorted(bySoonest)) {
    if (step.regular !== regular) changes.push({ fromMs: step.fromMs, regular: step.regular });
    ({ regular } = step);
    if (sale === null && step.sale !== null) sale = { price: step.sale, fromMs: step.fromMs, untilMs: null };
    else if (sale?.untilMs === null && step.sale !== sale.price) sale = { ...sale, untilMs: step.fromMs };
  }
  return { regular: present.regular, sale, changes };
}
