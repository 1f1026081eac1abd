import type { AssistantUsage } from '#contract/assistant-history.ts';

const COUNT = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** The time and tokens of an answer: "2.1 s · 1,204 tokens · $0.0123 · claude-sonnet-4". */
export function usageWords({ model, ms, input_tokens, output_tokens, cost }: AssistantUsage): string {
  const tokens = input_tokens + output_tokens;
  return [
    ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`,
    tokens === 0 ? '' : `${COUNT.format(tokens)} tokens`,
    cost === null || tokens === 0 ? '' : `$${cost}`,
    model,
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

interface Day {
  readonly person_today: number;
  readonly person_limit: number;
  readonly shop_today: number;
  readonly shop_limit: number;
}

const part = (used: number, limit: number): number => (limit === 0 ? 1 : used / limit);

/** Today's usage: of the person, or of the business if that is nearer its limit. */
export function dayWords({ person_today, person_limit, shop_today, shop_limit }: Day): string {
  const isShop = part(shop_today, shop_limit) > part(person_today, person_limit);
  const [used, limit] = isShop ? [shop_today, shop_limit] : [person_today, person_limit];
  return `${SHORT.format(used)} of ${SHORT.format(limit)} tokens ${isShop ? 'of the shop ' : ''}today`;
}

/** Both daily limits with exact figures. */
export function limitWords({ person_today, person_limit, shop_today, shop_limit }: Day): readonly string[] {
  return [
    `You: ${COUNT.format(person_today)} of ${COUNT.format(person_limit)}`,
    `The whole shop: ${COUNT.format(shop_today)} of ${COUNT.format(shop_limit)}`,
  ];
}

/** The used share of today's limit, from 0 to 1: of the person or of the business, whichever is nearer its limit. */
export function fullness({ person_today, person_limit, shop_today, shop_limit }: Day): number {
  return Math.min(1, Math.max(part(person_today, person_limit), part(shop_today, shop_limit)));
}
