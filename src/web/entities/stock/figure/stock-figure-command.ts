import { setReorderLevelRoute } from '#contract/stock-adjustments.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { type FigureMemo, figureMemo } from '#web/entities/command/saved-figure.tsx';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { toast } from '#web/ui/status/toast.tsx';

export interface Place extends StockItem {
  readonly locationId: number;
}

/** The subject of commands on an item's reorder level. */
export const levelSubject = (place: Place) => `${stockKey(place)} at ${place.locationId}`;

/** Sets an item's reorder level. The memo is the text of its field. */
export const reorderLevelCommand: CommandDefinition<typeof setReorderLevelRoute, FigureMemo> = {
  kind: 'reorder-level',
  route: setReorderLevelRoute,
  readMemo: (kept) => figureMemo.safeParse(kept).data ?? null,
  onOutcome: (outcome, { title }, watched) => {
    fetchAgain('reorder level');
    if (outcome.kind === 'done' && !watched) toast.success(`${title} is saved.`);
    if (outcome.kind === 'refused') toast.error(`${title} was not saved. ${outcome.error.message}`);
  },
};
