import type { updateUserRoute } from '#contract/customer-changes.ts';
import { customer } from '#contract/customers.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { edit, showBanner, useCustomersState } from '../list/customers-state.ts';
import { rebased } from './customer-draft.ts';

/**
 * What became of the form that sent this command, whether anybody looks at it or not: what happened closes it, a refusal
 * has it edited again, with what was typed on top of what somebody else saved.
 */
export function settleForm(key: string, outcome: CommandOutcome<typeof updateUserRoute>): void {
  const [id, form] = [...useCustomersState.getState().editing].find(([, { sentKey }]) => sentKey === key) ?? [];
  if (id === undefined || !form) return;
  if (outcome.kind !== 'refused') return edit(id, null);
  const { error } = outcome;
  const present = error.code === 'customer_changed' ? customer.safeParse(error.details['customer']).data : undefined;
  if (present) return edit(id, { seen: present, sentKey: null, ...rebased(form.seen, form.draft, present) });
  edit(id, { ...form, sentKey: null });
  showBanner(`Failed to update customer: ${sentenceOf(error)}`);
}
