import { setIdentityRoute } from '#contract/identity.ts';
import { commands } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

/**
 * Records that the card of an existing customer was scanned. Nothing of the card is kept.
 * Rule: customers/birth-and-licence.
 */
export const idCheckCommand: CommandDefinition<typeof setIdentityRoute, null> = {
  kind: 'customer-id-check',
  route: setIdentityRoute,
  personal: true,
  readMemo: () => null,
  onOutcome(outcome, command, watched) {
    fetchAgain('customer');
    tellOutcome(outcome, command, watched, { done: () => 'ID check recorded' });
  },
};

/** Sends it in the background, so that staff can go on with the customer. */
export function recordIdCheck(customerId: number): void {
  void commands.send(idCheckCommand, {
    subject: `customer ${customerId} ID check`,
    title: `ID check of customer #${customerId}`,
    memo: null,
    params: { id: String(customerId) },
    body: { id_checked: true },
  });
}
