import { z } from 'zod';
import { createSupplierRoute, type Supplier, updateSupplierRoute } from '#contract/suppliers.ts';
import type { Route } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { suppliersChanged } from '../purchasing-queries.ts';

const fields = z.object({
  name: z.string(),
  contact: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
});
/** The typed fields of a supplier. */
export type SupplierFields = z.output<typeof fields>;

/** Personal, because a supplier has a contact with name and number. */
function supplierCommand<R extends Route, Memo>(
  kind: string,
  route: R,
  memo: z.ZodType<Memo>,
  words: (supplier: Supplier) => string,
): CommandDefinition<R, Memo> {
  return {
    kind,
    route,
    personal: true,
    readMemo: (kept) => memo.safeParse(kept).data ?? null,
    onOutcome: (outcome, command, watched) => {
      suppliersChanged();
      const done = (reply: unknown) => words((reply as { data: Supplier }).data);
      tellOutcome(outcome, command, watched, { done, again: 'Please enter it again.' });
    },
  };
}

export const createSupplierCommand = supplierCommand(
  'supplier',
  createSupplierRoute,
  fields,
  ({ name }) => `${name} added`,
);

export const changeSupplierCommand = supplierCommand(
  'supplier-change',
  updateSupplierRoute,
  fields,
  ({ name }) => `${name} saved`,
);

export const supplierStatusCommand = supplierCommand(
  'supplier-status',
  updateSupplierRoute,
  z.null(),
  ({ name, status }) => `${name} is ${status === 'active' ? 'active again' : 'no longer active'}`,
);

export const supplierSubject = ({ id }: Supplier) => `supplier ${id}`;
