/** A movement that is part of something larger: a transfer has two, a delivery one for each line that came, a count some. */
export interface PlannedMove {
  readonly locationId: number;
  readonly productId: number;
  readonly variationId: number | null;
  readonly deltaMilli: number;
  readonly action: 'stock_transfer' | 'restock' | 'audit';
  readonly reason: string;
  readonly at: Date;
  /** Of a transfer: its number, and what the movement says of it. */
  readonly transfer: { readonly id: number; readonly details: Readonly<Record<string, unknown>> } | null;
  /** Of a count: its number. */
  readonly auditId?: number;
  /** The manager when left out. */
  readonly actorId?: number;
}

export function shelfKey(locationId: number, productId: number, variationId: number | null): string {
  return `${locationId}/${productId}/${variationId ?? 0}`;
}
