import { z } from 'zod';
import {
  changeProductRoute,
  createProductRoute,
  deleteProductRoute,
  duplicateProductRoute,
  managedProduct,
  type ManagedProduct,
} from '#contract/managed-products.ts';
import type { Route } from '#contract/route.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { productEdits, productFields } from './product-fields.ts';
import { forgetProduct, showProduct } from './products-queries.ts';
import { productDrafts } from './products-state.ts';

/** The edits, and the saved state they began from. */
const memo = z.object({ edits: productEdits, seen: productFields.nullable() });
export type SentProduct = z.output<typeof memo>;

/** After a conflict, shows the product as somebody else saved it. */
function showCurrent(outcome: CommandOutcome): void {
  if (outcome.kind !== 'refused' || outcome.error.code !== 'changed_meanwhile') return;
  const current = managedProduct.safeParse(outcome.error.details['current']);
  if (current.success) showProduct(current.data);
}

/** Puts refused edits back into the form. */
function bringBack(outcome: CommandOutcome, command: CommandRecord): void {
  if (outcome.kind !== 'refused' || !isOwnedBy(command, ownerNow())) return;
  showCurrent(outcome);
  const sent = memo.safeParse(command.memo).data;
  if (sent) productDrafts.restore(command.subject, sent);
}

interface Told {
  readonly data: ManagedProduct;
}

function productCommand<R extends Route, Memo>(
  kind: string,
  route: R,
  readMemo: (kept: unknown) => Memo | null,
  done: (product: ManagedProduct) => string,
): CommandDefinition<R, Memo> {
  return {
    kind,
    route,
    readMemo,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done') showProduct((outcome.reply as Told).data);
      bringBack(outcome, command);
      tellOutcome(outcome, command, watched, { done: (reply) => done((reply as Told).data) });
    },
  };
}

const readSent = (kept: unknown) => memo.safeParse(kept).data ?? null;
const readNothing = () => null;

export const addProductCommand = productCommand(
  'product-add',
  createProductRoute,
  readSent,
  ({ name }) => `${name} added`,
);
/** Rule: catalogue/managed-products. */
export const changeProductCommand = productCommand('product-change', changeProductRoute, readSent, ({ name, status }) =>
  status === 'trash' ? `${name} archived` : `${name} saved`,
);
export const duplicateProductCommand = productCommand(
  'product-duplicate',
  duplicateProductRoute,
  readNothing,
  ({ name }) => `${name} added as a draft`,
);
export const deleteProductCommand: CommandDefinition<typeof deleteProductRoute, null> = {
  kind: 'product-delete',
  route: deleteProductRoute,
  readMemo: () => null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') {
      forgetProduct(outcome.reply.id);
      productDrafts.drop(command.subject);
    }
    showCurrent(outcome);
    tellOutcome(outcome, command, watched, { done: () => `${command.title}: done` });
  },
};
