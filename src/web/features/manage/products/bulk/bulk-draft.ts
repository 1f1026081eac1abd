import type { BulkChange, bulkChangeRoute } from '#contract/bulk-products.ts';
import type { ProductStatus } from '#contract/managed-products.ts';
import type { BodySent } from '#contract/route.ts';
import type { PriceRounding } from '#domain/bulk-price.ts';
import { formatMoney, HUNDRED_PERCENT, toCents } from '#domain/money.ts';
import { readMoney, readPercent, typedSentence } from '#domain/typed.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

type SentChange = BodySent<typeof bulkChangeRoute>['change'];
export type PriceWay = 'raise-amount' | 'lower-amount' | 'raise-percent' | 'lower-percent';

/** The requested changes, as typed. `null` and empty values change nothing. */
export interface BulkDraft {
  readonly status: ProductStatus | null;
  readonly taxable: boolean | null;
  readonly add: readonly number[];
  readonly remove: readonly number[];
  readonly way: PriceWay | null;
  readonly by: string;
  readonly rounding: PriceRounding;
  readonly fieldValues: Readonly<Record<string, string>>;
}

export const NO_DRAFT: BulkDraft = {
  status: null,
  taxable: null,
  add: [],
  remove: [],
  way: null,
  by: '',
  rounding: 'cent',
  fieldValues: {},
};

/** Kept while the person is elsewhere. */
export const useBulkDraft = perOwner<BulkDraft>(() => NO_DRAFT);

/** Ten times the price. */
const MOST_PERCENT = HUNDRED_PERCENT * 10;

function readPrice({ way, by, rounding }: BulkDraft): { price?: NonNullable<SentChange['price']>; problem?: string } {
  if (way === null) return {};
  const sign = way.startsWith('lower') ? -1 : 1;
  if (way.endsWith('amount')) {
    const read = readMoney(by);
    if (!read.ok) return { problem: typedSentence(read.refused) || 'Give an amount.' };
    return { price: { by: 'amount', amount: formatMoney(toCents(sign * read.value)), rounding } };
  }
  const read = readPercent(by, sign < 0 ? HUNDRED_PERCENT : MOST_PERCENT);
  if (!read.ok) return { problem: typedSentence(read.refused) || 'Give a percentage.' };
  return { price: { by: 'percent', percent: (sign * read.value) / 100, rounding } };
}

/** The changes as a request sends them, and the problem of the price. */
export function readDraft(draft: BulkDraft): { change: SentChange; problem: string | undefined; isEmpty: boolean } {
  const { price, problem } = readPrice(draft);
  const { status, taxable, add, remove, fieldValues } = draft;
  const change: SentChange = {
    ...(status !== null && { status }),
    ...(taxable !== null && { taxable }),
    ...(add.length > 0 && { add_category_ids: [...add] }),
    ...(remove.length > 0 && { remove_category_ids: [...remove] }),
    ...(price && { price }),
    ...(Object.keys(fieldValues).length > 0 && { field_values: { ...fieldValues } }),
  } satisfies Partial<Record<keyof BulkChange, unknown>>;
  return { change, problem, isEmpty: Object.keys(change).length === 0 && draft.way === null };
}
