import { changeLoyaltySettingsRoute, loyaltySettingsRoute } from '#contract/loyalty.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { type LoyaltyEdits, loyaltyFields } from './loyalty-draft.ts';
import { showSettings } from './loyalty-queries.ts';

export const LOYALTY_SUBJECT = 'loyalty settings';

/** Changes the rules of the points; the memo is what was changed in the form. Rule: loyalty/settings. */
export const loyaltySettingsCommand: CommandDefinition<typeof changeLoyaltySettingsRoute, LoyaltyEdits> = {
  kind: 'loyalty-settings',
  route: changeLoyaltySettingsRoute,
  readMemo: (kept) => loyaltyFields.partial().safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') showSettings(outcome.reply);
    if (outcome.kind === 'refused' && outcome.error.code === 'settings_changed') {
      const current = loyaltySettingsRoute.reply.safeParse({
        success: true,
        ...(outcome.error.details['current'] as object),
      });
      if (current.success) showSettings(current.data);
    }
    fetchAgain('loyalty');
    tellOutcome(outcome, command, watched, { done: () => 'Loyalty settings saved' });
  },
};
