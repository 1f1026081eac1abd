import { z } from 'zod';
import { changeProductPointsRoute, type ProductPoints, productPoints } from '#contract/product-points.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

export const bonusKey = (productId: number) => [...queryKeys.loyalty, 'product', productId];

function showPoints(points: ProductPoints): void {
  queryClient.setQueryData<ProductPoints>(bonusKey(points.product_id), (present) =>
    present && present.version > points.version ? present : points,
  );
}

const memo = z.object({ text: z.string() });

/** Sets the bonus of a product. The memo is the text of its field. */
export const productBonusCommand: CommandDefinition<typeof changeProductPointsRoute, z.output<typeof memo>> = {
  kind: 'product-bonus',
  route: changeProductPointsRoute,
  readMemo: (kept) => memo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') showPoints(outcome.reply);
    const current =
      outcome.kind === 'refused' ? productPoints.safeParse(outcome.error.details['current']).data : undefined;
    if (current) showPoints(current);
    fetchAgain('catalogue');
    tellOutcome(outcome, command, watched, { done: () => 'Bonus points saved' });
  },
};
