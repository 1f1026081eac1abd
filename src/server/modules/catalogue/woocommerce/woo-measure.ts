import { z } from 'zod';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { measureIn } from '#contract/product-measure.ts';
import type { BodyOf } from '#contract/route.ts';
import type { changeWooProductRoute } from '#contract/woocommerce-products.ts';
import { Refusal } from '#server/refusal.ts';

type Meta = NonNullable<BodyOf<typeof changeWooProductRoute>['meta_data']>;

/** WooCommerce has no unit, step and floor price: they go through its `meta_data`, under these keys. */
const KEY = {
  unit: '_tillwright_unit',
  step: '_tillwright_step',
  floor_price: '_tillwright_floor_price',
} as const;
type Name = keyof typeof KEY;
const NAMES = Object.keys(KEY) as Name[];

/** A missing value is that of what is sold by the piece. */
const DEFAULT = { unit: null, step: 1, floor_price: null } as const;
const asked = z.object(measureIn);

/** The meta values that say how a product is sold, where it is not by the single piece. */
export function measureMeta(product: Pick<ManagedProduct, Name>): { key: string; value: unknown }[] {
  return NAMES.filter((name) => product[name] !== DEFAULT[name]).map((name) => ({
    key: KEY[name],
    value: product[name],
  }));
}

/**
 * Parts the values that say how a product is sold from the other meta values. An empty one takes it away.
 * @throws Refusal `not_valid`
 */
export function partMeasure(meta: Meta | undefined): { measure: z.output<typeof asked>; meta: Meta | undefined } {
  const given = new Map(meta?.map(({ key, value }) => [key, value]));
  const values = NAMES.filter((name) => given.has(KEY[name])).map((name) => {
    const value = given.get(KEY[name]);
    if (value === null || value === '') return [name, DEFAULT[name]];
    // Clients send back figures as text.
    return [name, name === 'step' && typeof value === 'string' ? Number(value) : value];
  });
  const read = asked.safeParse(Object.fromEntries(values));
  if (!read.success) {
    const [issue] = read.error.issues;
    const key = KEY[(issue?.path[0] ?? 'unit') as Name];
    const details = { field: key };
    throw new Refusal('not_valid', `${key} is not valid: ${issue?.message ?? 'look at it again'}.`, { details });
  }
  const keys = new Set<string>(Object.values(KEY));
  return { measure: read.data, meta: meta?.filter(({ key }) => !keys.has(key)) };
}
