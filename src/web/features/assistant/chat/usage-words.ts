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
  /** In US dollars; null where no prices were entered. */
  readonly person_cost: string | null;
  readonly shop_cost: string | null;
}

const part = (used: number, limit: number): number => (limit === 0 ? 1 : used / limit);

const withCost = (words: string, cost: string | null): string => (cost === null ? words : `${words} · $${cost}`);

/** Today's usage: of the person, or of the business if that is nearer its limit. */
export function dayWords(day: Day): string {
  const { person_today, person_limit, shop_today, shop_limit } = day;
  const isShop = part(shop_today, shop_limit) > part(person_today, person_limit);
  const [used, limit] = isShop ? [shop_today, shop_limit] : [person_today, person_limit];
  const words = `${SHORT.format(used)} of ${SHORT.format(limit)} tokens ${isShop ? 'of the shop ' : ''}today`;
  return withCost(words, isShop ? day.shop_cost : day.person_cost);
}

/** Both daily limits with exact figures. */
export function limitWords(day: Day): readonly string[] {
  const { person_today, person_limit, shop_today, shop_limit } = day;
  return [
    withCost(`You: ${COUNT.format(person_today)} of ${COUNT.format(person_limit)}`, day.person_cost),
    withCost(`The whole shop: ${COUNT.format(shop_today)} of ${COUNT.format(shop_limit)}`, day.shop_cost),
  ];
}

/** The used share of today's limit, from 0 to 1: of the person or of the business, whichever is nearer its limit. */
export function fullness({ person_today, person_limit, shop_today, shop_limit }: Day): number {
  return Math.min(1, Math.max(part(person_today, person_limit), part(shop_today, shop_limit)));
}
