import type { StockEvent, StreamedEvent } from '#contract/live.ts';

/** PostgreSQL refuses a notification of 8000 bytes or more. */
const MAX_PAYLOAD_BYTES = 7900;
const ITEMS_PER_EVENT = 80;

type StockItem = StockEvent['items'][number];

function isNewer(item: StockItem, than: StockItem): boolean {
  return (item.movement_id ?? Number.MAX_SAFE_INTEGER) >= (than.movement_id ?? -1);
}

/** Drops repeated events, and keeps the newest of several figures for one item. Rule: live/newest-figure. */
function merge(events: readonly StreamedEvent[]): StreamedEvent[] {
  const stock = new Map<number, Map<string, StockItem>>();
  const others = new Map<string, StreamedEvent>();
  for (const event of events) {
    if (event.type !== 'stock') {
      others.set(JSON.stringify(event), event);
      continue;
    }
    const items = stock.get(event.location_id) ?? new Map<string, StockItem>();
    stock.set(event.location_id, items);
    for (const item of event.items) {
      const key = `${item.product_id}:${item.variation_id}`;
      const known = items.get(key);
      if (known === undefined || isNewer(item, known)) items.set(key, item);
    }
  }
  const merged: StreamedEvent[] = [];
  for (const [location_id, items] of stock) {
    const all = [...items.values()];
    for (let start = 0; start < all.length; start += ITEMS_PER_EVENT) {
      merged.push({ type: 'stock', location_id, items: all.slice(start, start + ITEMS_PER_EVENT) });
    }
  }
  return [...merged, ...others.values()];
}

/** Packs events into notifications: JSON lists that PostgreSQL accepts. */
export function payloadsOf(events: readonly StreamedEvent[]): string[] {
  const payloads: string[] = [];
  let batch: string[] = [];
  let bytes = 2;
  for (const event of merge(events)) {
    const text = JSON.stringify(shortened(event));
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length > MAX_PAYLOAD_BYTES && batch.length > 0) {
      payloads.push(`[${batch.join(',')}]`);
      batch = [];
      bytes = 2;
    }
    batch.push(text);
    bytes += length;
  }
  return batch.length > 0 ? [...payloads, `[${batch.join(',')}]`] : payloads;
}

/** An event with more than 500 products names none, which means that any of them may have changed. */
function shortened(event: StreamedEvent): StreamedEvent {
  return event.type === 'catalogue' && (event.product_ids?.length ?? 0) > 500 ? { type: 'catalogue' } : event;
}
