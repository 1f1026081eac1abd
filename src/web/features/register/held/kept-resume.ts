import { z } from 'zod';
import type { resumeCartRoute } from '#contract/held-carts.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { beginnerOf, isOwnedBy } from '#web/api/commands/record.ts';
import { readHeld, writeResumed } from '../cart/state/cart-record.ts';
import type { CartState } from '../cart/state/cart-state.ts';

const memo = z.object({ customerName: z.string(), join: z.boolean() });

type DoneMemo = NonNullable<CommandDefinition<typeof resumeCartRoute>['doneMemo']>;

export const readResumeMemo = (kept: unknown) => memo.safeParse(kept).data ?? null;

/**
 * The cart that a command has resumed, in the form that its record keeps, with the present cart if the two are joined.
 * @param here the present cart of the signed-in person
 */
export function keptOfResume(
  outcome: Parameters<DoneMemo>[0],
  command: Parameters<DoneMemo>[1],
  { owner, lines, saleKey, holds }: Pick<CartState, 'owner' | 'lines' | 'saleKey' | 'holds'>,
): unknown {
  if (outcome.kind !== 'done') return null;
  const { customerName, join } = readResumeMemo(command.memo) ?? { customerName: 'Customer', join: false };
  const isHere = owner !== null && isOwnedBy({ owner: beginnerOf(command) }, owner);
  const into = join && isHere && lines.length > 0 ? { saleKey, holds } : null;
  return writeResumed({ held: readHeld(outcome.reply.data, customerName), into });
}
