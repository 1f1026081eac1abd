import type { assistantRoute } from '#contract/assistant-chat.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { Database } from '#server/db/pool.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { COMMANDS } from './commands.ts';
import { selectTokensToday } from './runs/queries.ts';
import { HOW_TO_CONNECT } from './runs/runs.ts';
import { toAgent } from './settings/agent.ts';
import { dollars, type Models } from './settings/models.ts';
import { reachOf } from './settings/provider-settings.ts';
import { selectAgent, selectSettings } from './settings/queries.ts';

/** The data that leaves the shop with a question, in words. Rule: assistant/what-is-sent. */
function sentWords(sharesNames: boolean): string[] {
  return [
    'The question with its pictures, and what was said before it in the conversation',
    'Rows that the tools found: products, stock, sales, orders, purchase orders',
    'Your role, the name of your location, the day and the time',
    sharesNames ? 'Names of customers, and never their contact data' : 'No names and no contact data of customers',
  ];
}

/** Everything that the chat needs at its start. */
export async function startState(
  deps: AppDeps,
  models: Models,
  db: Database,
  staff: Staff,
): Promise<Omit<ReplyOf<typeof assistantRoute>, 'success'>> {
  const [settings, agent, today] = await Promise.all([
    selectSettings(db),
    selectAgent(db),
    selectTokensToday(db, staff.id, staff.timeZone),
  ]);
  const reach = reachOf(deps, settings);
  const choices = reach === null ? [] : await models.choices(reach, settings, agent.model);
  const hasPrices = Object.keys(settings.prices).length > 0;
  const resolvesTo = reach === null ? '' : await models.resolve(reach, settings, agent.model);
  return {
    connected: reach !== null,
    why_not_connected: reach === null ? HOW_TO_CONNECT : '',
    agent: toAgent(staff, agent, resolvesTo),
    models: choices,
    commands: COMMANDS.map(({ name, usage, description, examples, completions }) => ({
      name,
      usage,
      description,
      examples: [...examples],
      completions: [...completions],
    })),
    usage: {
      person_today: today.person,
      person_limit: settings.person_daily_tokens,
      shop_today: today.shop,
      shop_limit: settings.shop_daily_tokens,
      person_cost: dollars(hasPrices ? today.personMicros : null),
      shop_cost: dollars(hasPrices ? today.shopMicros : null),
    },
    shares_names: settings.share_customer_names,
    sent: reach === null ? [] : sentWords(settings.share_customer_names),
  };
}
