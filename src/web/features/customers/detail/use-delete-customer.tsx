import type { DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { customerSubject, deleteCustomerCommand } from '../customer-commands.ts';
import { showBanner } from '../list/customers-state.ts';

/** Asks for confirmation, then deletes a customer. Rule: customers/forgotten. */
export function useDeleteCustomer(customer: DirectoryEntry) {
  const command = useCommand(deleteCustomerCommand, customerSubject(customer.id, 'deletion'), (outcome) => {
    if (outcome.kind === 'refused') showBanner(`Failed to delete customer: ${outcome.error.message}`);
  });

  async function remove(): Promise<void> {
    const confirmed = await ask({
      title: 'Delete Customer',
      message: (
        <>
          <p>Are you sure you want to delete this customer? This action cannot be undone.</p>
          <p className="mt-2 font-medium text-ink">
            {customerName(customer)} #{customer.id}
          </p>
          <p className="mt-2">
            Name, contact, addresses, identity, notes about them and groups are erased, also from their orders and the
            audit trail. Orders and points stay in the books as those of a forgotten customer, with notes on the orders
            and reasons of refunds. A customer without any is removed.
          </p>
        </>
      ),
      confirmLabel: 'Delete Customer',
      tone: 'danger',
    });
    if (!confirmed) return;
    showBanner(null);
    await command.send({
      title: `Delete customer #${customer.id}`,
      memo: neighbourOf(customer.id),
      params: { id: String(customer.id) },
    });
  }
  return { open: command.open, remove };
}

/** The id of the customer listed next, or else before; null if neither is on the screen. */
function neighbourOf(id: number): number | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-record]')];
  const at = rows.findIndex((row) => row.dataset['record'] === String(id));
  const neighbour = rows[at + 1] ?? rows[at - 1];
  return neighbour ? Number(neighbour.dataset['record']) : null;
}
