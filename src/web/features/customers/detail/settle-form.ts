import type { updateUserRoute } from '#contract/customer-changes.ts';
import { customer } from '#contract/customers.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { refusedFields } from '#web/entities/customer/refused-field.ts';
import { edit, type Editing, showBanner, useCustomersState } from '../list/customers-state.ts';
import { rebased } from './customer-draft.ts';
import { editingOf, sentForm } from './sent-form.ts';

/**
 * Settles the form that sent this command, even if it is not on the screen. Success closes it. A refusal makes it
 * editable again, with the sentence at its field, or with the typed changes applied to what somebody else saved.
 */
export function settleForm(command: CommandRecord, outcome: CommandOutcome<typeof updateUserRoute>): void {
  const { editing } = useCustomersState.getState();
  const [id, form] =
    [...editing].find(([, { sentKey }]) => sentKey === command.key) ?? notOpened(command, editing) ?? [];
  if (id === undefined || !form) return;
  if (outcome.kind !== 'refused') return edit(id, null);
  const { error } = outcome;
  const present = error.code === 'customer_changed' ? customer.safeParse(error.details['customer']).data : undefined;
  if (present) return edit(id, { seen: present, sentKey: null, ...rebased(form.seen, form.draft, present) });
  const refused = refusedFields(error);
  edit(id, { ...form, sentKey: null, refused });
  if (Object.keys(refused).length > 0) return;
  showBanner(`Failed to update customer: ${sentenceOf(error)}`);
}

/** The form of a command that was sent before a reload; null if somebody has opened it again since. */
function notOpened(command: CommandRecord, editing: ReadonlyMap<number, Editing>): readonly [number, Editing] | null {
  const sent = sentForm.safeParse(command.memo).data;
  if (!sent || editing.has(sent.seen.id) || !isOwnedBy(command, ownerNow())) return null;
  return [sent.seen.id, editingOf(sent, command.key)];
}
