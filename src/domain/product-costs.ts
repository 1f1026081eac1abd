/** Words that make a meta key one about what the shop paid: `_blueprint_cost`, `cost_price`, `_wc_cog_cost`. */
const COST_WORD = /(?:^|[^a-z])(?:cost|costs|cog|cogs|margin)(?:[^a-z]|$)/i;

/** True for a meta key about what the shop paid, which only those with `see-costs` may know. Rule: catalogue/costs. */
export function isCostKey(key: string): boolean {
  return COST_WORD.test(key);
}

/** The meta values without those about cost; the same list when there are none. */
export function withoutCosts<Entry extends { readonly key: string }>(meta: readonly Entry[]): readonly Entry[] {
  return meta.some(({ key }) => isCostKey(key)) ? meta.filter(({ key }) => !isCostKey(key)) : meta;
}
