import type { AssistantUsage } from '#contract/assistant-history.ts';

const COUNT = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** What an answer took: "2.1 s · 1,204 tokens · $0.0123 · claude-sonnet-4". */
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

/** What is used of the day, for the person who asks. */
export function dayWords({ person_today, person_limit }: Day): string {
  return `${SHORT.format(person_today)} of ${SHORT.format(person_limit)} tokens today`;
}

/** How full the day is, from 0 to 1: of the person or of the business, whichever is nearer its end. */
export function fullness({ person_today, person_limit, shop_today, shop_limit }: Day): number {
  const part = (used: number, limit: number) => (limit === 0 ? 1 : used / limit);
  return Math.min(1, Math.max(part(person_today, person_limit), part(shop_today, shop_limit)));
}
