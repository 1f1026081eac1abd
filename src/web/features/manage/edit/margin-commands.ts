import { setCostRoute, setMarginFloorRoute } from '#contract/costs.ts';
import type { Route } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { type FigureMemo, figureMemo } from '#web/entities/command/saved-figure.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { marginsChanged } from './margins.tsx';

function figureCommand<R extends Route>(kind: string, route: R): CommandDefinition<R, FigureMemo> {
  return {
    kind,
    route,
    readMemo: (kept) => figureMemo.safeParse(kept).data ?? null,
    onOutcome: (outcome, { title }, watched) => {
      // The places of a product are read with its stock.
      fetchAgain('receipt');
      marginsChanged();
      if (outcome.kind === 'done' && !watched) toast.success(`${title} is saved.`);
      if (outcome.kind === 'refused') toast.error(`${title} was not saved. ${outcome.error.message}`);
    },
  };
}

/** Rule: catalogue/costs-by-hand. */
export const costCommand = figureCommand('product-cost', setCostRoute);
/** Rule: catalogue/margins. */
export const marginFloorCommand = figureCommand('margin-floor', setMarginFloorRoute);
