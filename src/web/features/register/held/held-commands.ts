import {
  burnCartRoute,
  heldCartsRoute,
  holdCartRoute,
  resumeCartRoute,
  type WireHeldCart,
} from '#contract/held-carts.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { tellOtherwise } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { readMemo, type SaleMemo } from '../cart/state/cart-record.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { HOLD, RESUME, type ResumeMemo } from '../sale/sent-sales.ts';
import { type PutBy, usePutBy } from './give-back.ts';
import { keptOfResume, readResumeMemo } from './kept-resume.ts';

/** The held carts of a location. */
export const heldCartsQuery = (locationId: number | null) => ({
  queryKey: [...queryKeys.heldCarts, { locationId }],
  // The request ends when its person signs out. A repetition would go out in the next person's session, or in none.
  queryFn: ({ signal }: { signal: AbortSignal }) => call(heldCartsRoute, { signal }),
  enabled: locationId !== null,
});

/** Shows a change at once, and fetches the list again. */
function patchList(locationId: number | null, by: (held: readonly WireHeldCart[]) => WireHeldCart[]): void {
  queryClient.setQueryData<ReplyOf<typeof heldCartsRoute>>(
    [...queryKeys.heldCarts, { locationId }],
    (list) => list && { ...list, data: by(list.data) },
  );
  fetchAgain('held-carts');
}

/** Holds a cart, with a key derived from that of its sale. The memo is the cart. Rule: register/hold. */
export const holdCommand: CommandDefinition<typeof holdCartRoute, SaleMemo> = {
  ...HOLD,
  route: holdCartRoute,
  readMemo,
  onOutcome(outcome, { key, title, owner }) {
    if (outcome.kind === 'done') {
      const { data } = outcome.reply;
      patchList(owner.locationId, (held) => [...held.filter(({ id }) => id !== data.id), data]);
      if (usePutBy.getState().key === key) usePutBy.setState({ held: data });
    } else fetchAgain('held-carts');
    if (outcome.kind === 'otherwise' && isOwnedBy({ owner }, ownerNow())) {
      tellOtherwise(title, outcome.error, 'This cart was held before. Look at the held carts before you go on.');
    }
  },
};

/**
 * Removes a held cart from the list. Its command keeps the cart, and the register takes it from there (cart-state.ts),
 * now or when its owner is back.
 */
export const resumeCommand: CommandDefinition<typeof resumeCartRoute, ResumeMemo> = {
  ...RESUME,
  route: resumeCartRoute,
  readMemo: readResumeMemo,
  doneMemo: (outcome, command) => keptOfResume(outcome, command, useCart.getState()),
  onOutcome(outcome, { owner }) {
    if (outcome.kind !== 'done') return fetchAgain('held-carts');
    patchList(owner.locationId, (held) => held.filter(({ id }) => id !== outcome.reply.data.id));
  },
};

/** Empties a held cart. */
export const burnCommand: CommandDefinition<typeof burnCartRoute, null> = {
  kind: 'cart-burn',
  route: burnCartRoute,
  readMemo: () => null,
  onOutcome(outcome, command) {
    if (outcome.kind !== 'done') return fetchAgain('held-carts');
    patchList(command.owner.locationId, (held) => held.filter(({ id }) => id !== outcome.reply.id));
  },
};

/** The subject of every command on a held cart, so that only one is sent at a time. */
export const heldSubject = (id: number) => `held cart ${id}`;

/** Resumes a held cart, or joins it with the present one. */
export function resumeHeld(
  { id, customer_name: customerName }: Pick<WireHeldCart, 'id' | 'customer_name'>,
  join = false,
): void {
  void commands.send(resumeCommand, {
    subject: heldSubject(id),
    title: 'Resuming of a held cart',
    memo: { customerName: customerName ?? '', join },
    params: { id: String(id) },
    body: {},
  });
}

export function burnHeld(id: number): void {
  void commands.send(burnCommand, {
    subject: heldSubject(id),
    title: 'Emptying of a held cart',
    memo: null,
    params: { id: String(id) },
    body: {},
  });
}

// A cart that could not be held is offered beside the present cart until somebody opens it.
commands.watch(holdCommand, null, ({ kind }) => (kind === 'refused' ? 'keep' : undefined));
for (const definition of [resumeCommand, burnCommand]) {
  commands.watch(definition, null, (outcome) => {
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
}

/** Resumes the cart of `putBy`. If another sale was begun meanwhile, it stays among the held carts. */
function resumePutBy({ held, wanted }: PutBy): void {
  if (held === null || !wanted) return;
  usePutBy.setState({ key: null, held: null, wanted: false });
  const { lines, stage, sent } = useCart.getState();
  if (lines.length === 0 && stage === 'cart' && sent === null) resumeHeld(held);
}
usePutBy.subscribe(resumePutBy);
