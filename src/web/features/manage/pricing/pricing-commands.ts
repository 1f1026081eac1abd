import { z } from 'zod';
import {
  changePricingRuleRoute,
  createPricingRuleRoute,
  deletePricingRuleRoute,
  pricingRule,
} from '#contract/pricing-rules.ts';
import type { Route } from '#contract/route.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { draftsOf } from '../edit/drafts.ts';
import { rulesChanged, showRule } from './pricing-queries.ts';
import { type RuleFields, ruleFields } from './tier-fields.ts';

/** The unsaved edits of rules. */
export const ruleDrafts = draftsOf<RuleFields, RuleFields>();
export const ruleSubject = (id: number) => `pricing rule ${id}`;

/** The edits, and the saved state they began from. Null if the form keeps no edits. */
const memo = z.object({ edits: ruleFields.partial(), seen: ruleFields }).nullable();
type Sent = z.output<typeof memo>;

function ruleCommand<R extends Route>(kind: string, route: R): CommandDefinition<R, Sent> {
  return {
    kind,
    route,
    readMemo: (kept) => memo.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'refused' && isOwnedBy(command, ownerNow())) {
        const current = pricingRule.safeParse(outcome.error.details['current']);
        if (current.success) showRule(current.data);
        const sent = memo.safeParse(command.memo).data;
        if (sent) ruleDrafts.restore(command.subject, sent);
      }
      const told = pricingRule.safeParse(
        (outcome.kind === 'done' && (outcome.reply as { data?: unknown }).data) || null,
      );
      if (told.success) showRule(told.data);
      rulesChanged();
      tellOutcome(outcome, command, watched, { done: () => `${command.title}: saved` });
    },
  };
}

/** Rule: pricing/rules. */
export const changePricingRuleCommand = ruleCommand('pricing-rule-change', changePricingRuleRoute);
export const addPricingRuleCommand = ruleCommand('pricing-rule-add', createPricingRuleRoute);
export const deletePricingRuleCommand = ruleCommand('pricing-rule-delete', deletePricingRuleRoute);
