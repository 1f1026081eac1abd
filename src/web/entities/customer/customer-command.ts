import { z } from 'zod';
import { createUserRoute } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { isUnderLegalAge } from '#domain/identity/age.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { emit } from '#web/api/events.ts';
import { useSession } from '#web/api/session/session.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast, type ToastAction } from '#web/ui/status/toast.tsx';
import { EMPTY_CUSTOMER, type NewCustomer, todayIn } from './customer-rules.ts';
import { noteUnderage } from './known-underage.ts';

const filled = z.record(z.enum(Object.keys(EMPTY_CUSTOMER) as (keyof NewCustomer)[]), z.string());

/** Leads from a toast to a customer's record. */
export const showCustomer = (recordId: number): ToastAction => ({
  label: 'Show',
  onPress: () => emit('showInView', { view: 'customers', recordId }),
});

function isUnderage({ dateOfBirth }: NewCustomer): boolean {
  const session = useSession.getState();
  return session.status === 'signed-in' && isUnderLegalAge(dateOfBirth, todayIn(session.me.user.time_zone));
}

/** A customer made at the till. The contents of the form remain on this till only until the answer is known. */
export const createCustomerCommand: CommandDefinition<typeof createUserRoute, NewCustomer> = {
  kind: 'customer',
  route: createUserRoute,
  personal: true,
  readMemo: (kept) => filled.safeParse(kept).data ?? null,
  onOutcome: (outcome, command, watched) => {
    fetchAgain('customer');
    if (!isOwnedBy(command, ownerNow())) return;
    const sent = createCustomerCommand.readMemo(command.memo);
    const name = sent ? `${sent.firstName} ${sent.lastName}`.trim() : 'the customer';
    if (outcome.kind === 'otherwise') {
      const happened = 'A customer was added with this form before, perhaps with other details.';
      const search = `Search for ${name} before you add them again.`;
      tellOtherwise(command.title, outcome.error, `${happened} ${search}`);
    }
    if (watched) return;
    if (outcome.kind === 'done') {
      const { data: added } = outcome.reply;
      if (sent && isUnderage(sent)) noteUnderage(added.id);
      toast.success(`${customerName(added)} was added. Find them with F2.`, showCustomer(added.id));
    }
    if (outcome.kind === 'refused') {
      void tell({
        title: 'Customer not added',
        message: `Failed to create customer ${name}: ${outcome.error.message} The details are not kept at this till: enter them again.`,
      });
    }
  },
};
