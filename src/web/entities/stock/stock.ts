import { useSyncExternalStore } from 'react';
import { type LiveEvent, type StockEvent, stockTold } from '#contract/live.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { onWritten } from '#web/api/call/call.ts';
import { makeStale, onLiveEvent } from '#web/api/queries/live.ts';
import { staleBy } from '#web/api/queries/query-keys.ts';
import { useSession } from '#web/api/session/session.ts';
import { createStockBook, type StockEntry } from './stock-book.ts';

/** The clock for fetches and changes. */
export const stockClock = () => performance.now();

const book = createStockBook(stockClock);

/** The stock of one item at the own location. Draws again only when that figure changes. */
export function useStock(item: StockItem): Milli {
  return useSyncExternalStore(
    (notify) => book.listen(item.productId, notify),
    () => book.of(item),
  );
}

/**
 * The stock of a product with all its variants.
 * @param variationIds null for a simple product
 */
export function useTotalStock(productId: number, variationIds: readonly number[] | null): Milli {
  return useSyncExternalStore(
    (notify) => book.listen(productId, notify),
    () => totalStockNow(productId, variationIds),
  );
}

function totalStockNow(productId: number, variationIds: readonly number[] | null): Milli {
  if (variationIds === null) return book.of({ productId, variationId: null });
  return toMilli(variationIds.reduce((total, variationId) => total + book.of({ productId, variationId }), 0));
}

export function stockNow(item: StockItem): Milli {
  return book.of(item);
}

/** Calls `notify` after the stock of one of the products changed. Returns a function that stops it. */
export function listenStock(productIds: readonly number[], notify: () => void): () => void {
  const stops = productIds.map((productId) => book.listen(productId, notify));
  return () => {
    for (const stop of stops) stop();
  };
}

export function stockKnown(item: StockItem): boolean {
  return book.knows(item);
}

/** @param startedAt `stockClock()` at the request; changes received since stay */
export function applyFetchedStock(startedAt: number, entries: Iterable<StockEntry>): void {
  book.applyFetched(startedAt, entries);
}

/** Applies changes from live events and from a sale's reply; the highest movement of an item counts. */
export function applyStockItems(items: StockEvent['items']): void {
  book.applyItems(items);
}

function locationNow(): number | null {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.me.user.location_id : null;
}

/** Applies changes at the own location; those of others do not concern this page. */
function hearStock(event: LiveEvent): boolean {
  if (event.type !== 'stock') return false;
  if (event.location_id === locationNow()) applyStockItems(event.items);
  makeStale(staleBy('receipt'));
  return true;
}

/** The reply to a write may arrive before its own event, or after the event of a later change. */
function hearReply(reply: object): void {
  const told = 'stock' in reply ? stockTold.safeParse(reply.stock) : null;
  for (const { location_id, items } of told?.data ?? []) if (location_id === locationNow()) applyStockItems(items);
}

// Active for as long as the page is open, so that figures stay right while another view is shown.
onLiveEvent(hearStock);
onWritten(hearReply);
let at = locationNow();
useSession.subscribe(() => {
  const next = locationNow();
  if (next === at) return;
  at = next;
  book.empty();
});
