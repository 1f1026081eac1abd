import { toMilli } from '#domain/quantity.ts';
import { amountWords, sumsByUnit } from '#domain/unit.ts';
import type { StockPlan } from '../model.ts';

/**
 * A movement that is part of a transfer (two movements), a delivery (one for each received line) or a count.
 */
export interface PlannedMove {
  readonly locationId: number;
  readonly productId: number;
  readonly variationId: number | null;
  readonly deltaMilli: number;
  readonly action: 'stock_transfer' | 'restock' | 'audit';
  readonly reason: string;
  readonly at: Date;
  /** The number of a transfer, and the details of its movement. */
  readonly transfer: { readonly id: number; readonly details: Readonly<Record<string, unknown>> } | null;
  /** The number of a count. */
  readonly auditId?: number;
  /** The manager when left out. */
  readonly actorId?: number;
}

export function jarKey(locationId: number, productId: number, variationId: number | null): string {
  return `${locationId}/${productId}/${variationId ?? 0}`;
}

/** Quantities of jars as the audit trail tells them: "-2 pieces", "1.5 g". */
export function wordsByUnit(amounts: readonly (readonly [StockPlan, number])[]): string[] {
  return sumsByUnit(
    amounts.map(([{ product }, milli]) => ({ unit: product.stockUnit === 'g' ? 'g' : '', milli: toMilli(milli) })),
  )
    .filter(({ milli }) => milli !== 0)
    .map(amountWords);
}
