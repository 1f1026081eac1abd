import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { ModelEvent, ModelRequest, TokenUsage } from '#server/providers/provider.ts';
import type { SettingsRow } from '../settings/queries.ts';
import { selectTokensToday } from './queries.ts';

/** The tokens of the day are used up. */
export class LimitReached extends Error {}

/**
 * Other answers of the day are being made at the same time, so this is asked before each turn. Rule: assistant/limits.
 * @throws LimitReached
 */
export async function requireTokens(
  db: Database,
  staff: Staff,
  { person_daily_tokens: personal, shop_daily_tokens: shop }: SettingsRow,
): Promise<void> {
  const today = await selectTokensToday(db, staff.id, staff.timeZone);
  if (today.person >= personal)
    throw new LimitReached(
      `Your ${personal.toLocaleString('en-US')} tokens of the day are used. Commands such as /sales still work.`,
    );
  if (today.shop >= shop)
    throw new LimitReached(
      `The ${shop.toLocaleString('en-US')} tokens that the shop has for a day are used. Commands such as /sales still work.`,
    );
}

export type Turned = Extract<ModelEvent, { type: 'turn' }>;

const CHARACTERS_PER_TOKEN = 4;
/** A picture of 1568 px, the longest side that is sent, by the rule of Anthropic: width times height / 750. */
const TOKENS_PER_PICTURE = 1600;

/** Estimates the tokens of a turn that was cut off before its provider told them. Rule: assistant/limits. */
export function estimated({ turns, system, tools }: Omit<ModelRequest, 'signal'>, characters: number): TokenUsage {
  let pictures = 0;
  // A picture costs by its size on the screen, not by its bytes.
  const said = turns.map((turn) => {
    if (turn.role !== 'user') return turn;
    pictures += turn.pictures?.length ?? 0;
    return turn.text;
  });
  const sent = system.length + JSON.stringify([said, tools]).length;
  return {
    inputTokens: Math.ceil(sent / CHARACTERS_PER_TOKEN) + pictures * TOKENS_PER_PICTURE,
    outputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
  };
}

/** Some servers do not tell tokens. */
export function usageOr({ turn, usage }: Turned, request: Omit<ModelRequest, 'signal'>): TokenUsage {
  if (usage.inputTokens + usage.outputTokens > 0) return usage;
  return estimated(request, turn.text.length + (turn.calls?.length ? JSON.stringify(turn.calls).length : 0));
}
