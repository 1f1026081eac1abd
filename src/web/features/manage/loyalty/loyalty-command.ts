import { z } from 'zod';
import { changeLoyaltySettingsRoute, loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { loyaltyFields } from './loyalty-draft.ts';
import { restoreDraft } from './loyalty-form-state.ts';
import { showSettings } from './loyalty-queries.ts';

/** The edits, and the settings on the screen when they were sent. */
const memo = z.object({ edits: loyaltyFields.partial(), seen: loyaltySettingsRoute.reply });
export type SentEdits = z.output<typeof memo>;

export const LOYALTY_SUBJECT = 'loyalty settings';

/** Changes the loyalty settings. Refused edits go back into the form. Rule: loyalty/settings. */
export const loyaltySettingsCommand: CommandDefinition<typeof changeLoyaltySettingsRoute, SentEdits> = {
  kind: 'loyalty-settings',
  route: changeLoyaltySettingsRoute,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') showSettings(outcome.reply);
    if (outcome.kind === 'refused' && outcome.error.code === 'settings_changed') {
      const current = loyaltySettingsRoute.reply.safeParse({
        success: true,
        ...(outcome.error.details['current'] as object),
      });
      if (current.success) showSettings(current.data);
    }
    const sent = outcome.kind === 'refused' ? memo.safeParse(command.memo).data : undefined;
    if (sent && isOwnedBy(command, ownerNow())) restoreDraft(sent);
    fetchAgain('loyalty');
    tellOutcome(outcome, command, watched, { done: () => 'Loyalty settings saved' });
  },
};
